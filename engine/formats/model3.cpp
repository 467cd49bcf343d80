#include "yure/formats/model3.hpp"

#include "json_patch.hpp"
#include "json_place.hpp"

#include <map>
#include <set>

namespace yure::formats {
namespace {

using Kind = JsonTree::Kind;
using Level = Finding::Level;

std::vector<std::string> read_texts(const Place& list) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < list.size(); ++i) texts.push_back(list[i].text());
    return texts;
}

void read_motions(const Place& place, Model3& file) {
    for (std::size_t g = 0; g < place.member_count(); ++g) {
        Model3::MotionGroup group{place.member_name(g), {}};
        const Place list = place[g];
        for (std::size_t i = 0; i < list.size(); ++i) {
            const Place entry = list[i];
            Model3::Motion motion;
            motion.file = entry["File"].required_text();
            motion.sound = entry["Sound"].text();
            motion.motion_sync = entry["MotionSync"].text();
            if (entry["FadeInTime"].present()) motion.fade_in = entry["FadeInTime"].number();
            if (entry["FadeOutTime"].present()) motion.fade_out = entry["FadeOutTime"].number();
            group.motions.push_back(std::move(motion));
        }
        file.motions.push_back(std::move(group));
    }
}

void read_references(const Place& files, Model3& file) {
    file.moc = files["Moc"].required_text();
    file.textures = read_texts(files["Textures"]);
    file.physics = files["Physics"].text();
    file.pose = files["Pose"].text();
    file.user_data = files["UserData"].text();
    file.display_info = files["DisplayInfo"].text();
    file.motion_sync = files["MotionSync"].text();
    const Place expressions = files["Expressions"];
    std::set<std::string> names;
    for (std::size_t i = 0; i < expressions.size(); ++i) {
        const Place place = expressions[i];
        file.expressions.push_back({place["Name"].text(), place["File"].required_text()});
        if (!names.insert(file.expressions.back().name).second)
            place["Name"].tell(Level::warning, "is \"" + file.expressions.back().name + "\" a second time",
                               "Only one of them can be called; rename one.");
    }
    read_motions(files["Motions"], file);
    if (file.textures.empty())
        files["Textures"].tell(Level::error, "names no texture; nothing can be drawn", "Add the model's textures.");
}

void read_layout(const Place& place, Model3& file) {
    for (std::size_t i = 0; i < place.member_count(); ++i) {
        file.layout.emplace_back(place.member_name(i), place[i].number());
    }
}

class ModelWriter {
  public:
    explicit ModelWriter(const Model3& file) : file_(file), reading_(file.source.reading) {}

    std::string run() {
        JsonTree document = document_of(file_.source);
        if (document.find("Version") == nullptr) document.member("Version").set_whole(3);
        write_references(document.member("FileReferences"));
        if (!file_.groups.empty() || document.find("Groups") != nullptr)
            patch_list(
                document.member("Groups"), file_.groups,
                [](const Model3::Group& group) { return group.target + '\n' + group.name; },
                [](const JsonTree& element) {
                    return member_text(element, "Target") + '\n' + member_text(element, "Name");
                },
                [](const Model3::Group& group, JsonTree& element) {
                    element.member("Target").set_text(group.target);
                    element.member("Name").set_text(group.name);
                    set_texts(element.member("Ids"), group.ids);
                });
        if (!file_.hit_areas.empty() || document.find("HitAreas") != nullptr)
            patch_list(
                document.member("HitAreas"), file_.hit_areas, [](const Model3::HitArea& area) { return area.id; },
                [](const JsonTree& element) { return member_text(element, "Id"); },
                [](const Model3::HitArea& area, JsonTree& element) {
                    element.member("Id").set_text(area.id);
                    element.member("Name").set_text(area.name);
                });
        write_layout(document);
        return write_json(document);
    }

  private:
    void write_references(JsonTree& files) {
        files.member("Moc").set_text(file_.moc);
        set_texts(files.member("Textures"), file_.textures);
        files.set_or_erase("Physics", file_.physics);
        files.set_or_erase("Pose", file_.pose);
        files.set_or_erase("UserData", file_.user_data);
        files.set_or_erase("DisplayInfo", file_.display_info);
        files.set_or_erase("MotionSync", file_.motion_sync);
        if (!file_.expressions.empty() || files.find("Expressions") != nullptr)
            patch_list(
                files.member("Expressions"), file_.expressions,
                [](const Model3::Expression& expression) { return expression.name + '\n' + expression.file; },
                [](const JsonTree& element) {
                    return member_text(element, "Name") + '\n' + member_text(element, "File");
                },
                [](const Model3::Expression& expression, JsonTree& element) {
                    element.member("Name").set_text(expression.name);
                    element.member("File").set_text(expression.file);
                });
        if (!file_.motions.empty() || files.find("Motions") != nullptr) write_motions(files.member("Motions"));
    }

    void write_motions(JsonTree& place) {
        place.make(Kind::object);
        std::map<std::string, std::size_t> index_of;
        for (std::size_t i = 0; i < place.items().size(); ++i) index_of.emplace(place.key(i), i);
        JsonTree groups = JsonTree::of(Kind::object);
        for (const Model3::MotionGroup& group : file_.motions) {
            JsonTree list = JsonTree::of(Kind::array);
            if (const auto old = index_of.find(group.name); old != index_of.end())
                list = std::move(place.items()[old->second]);
            patch_list(
                list, group.motions, [](const Model3::Motion& motion) { return motion.file; },
                [](const JsonTree& element) { return member_text(element, "File"); },
                [this](const Model3::Motion& motion, JsonTree& element) {
                    element.member("File").set_text(motion.file);
                    element.set_or_erase("Sound", motion.sound);
                    element.set_or_erase("MotionSync", motion.motion_sync);
                    set_fade(element, "FadeInTime", motion.fade_in);
                    set_fade(element, "FadeOutTime", motion.fade_out);
                });
            groups.append(group.name, std::move(list));
        }
        place = std::move(groups);
    }

    void set_fade(JsonTree& place, std::string_view key, float value) {
        if (value >= 0.0f)
            place.member(key).set_float(value, reading_);
        else if (const JsonTree* old = place.find(key); old != nullptr && old->as_double().value_or(0.0) >= 0.0)
            place.erase(key);
    }

    void write_layout(JsonTree& document) {
        if (file_.layout.empty()) return document.erase("Layout");
        JsonTree& old = document.member("Layout");
        old.make(Kind::object);
        std::map<std::string, std::size_t> index_of;
        for (std::size_t i = 0; i < old.items().size(); ++i) index_of.emplace(old.key(i), i);
        JsonTree layout = JsonTree::of(Kind::object);
        for (const auto& [key, value] : file_.layout) {
            const auto before = index_of.find(key);
            JsonTree number = before != index_of.end() ? old.items()[before->second] : JsonTree();
            number.set_float(value, reading_);
            layout.append(key, std::move(number));
        }
        old = std::move(layout);
    }

    const Model3& file_;
    NumberReading reading_;
};

}  // namespace

std::vector<std::string> Model3::group_ids(std::string_view name) const {
    for (const Group& group : groups)
        if (group.target == "Parameter" && group.name == name) return group.ids;
    return {};
}

std::vector<Model3::Reference> Model3::references() const {
    std::vector<Reference> all;
    const auto add = [&](std::string pointer, const std::string& path) {
        if (!path.empty()) all.push_back({"/FileReferences/" + std::move(pointer), path});
    };
    add("Moc", moc);
    for (std::size_t i = 0; i < textures.size(); ++i) add("Textures/" + std::to_string(i), textures[i]);
    add("Physics", physics);
    add("Pose", pose);
    add("UserData", user_data);
    add("DisplayInfo", display_info);
    add("MotionSync", motion_sync);
    for (std::size_t i = 0; i < expressions.size(); ++i)
        add("Expressions/" + std::to_string(i) + "/File", expressions[i].file);
    for (const MotionGroup& group : motions)
        for (std::size_t i = 0; i < group.motions.size(); ++i) {
            const std::string place = "Motions/" + json_pointer_part(group.name) + "/" + std::to_string(i);
            add(place + "/File", group.motions[i].file);
            add(place + "/Sound", group.motions[i].sound);
            add(place + "/MotionSync", group.motions[i].motion_sync);
        }
    return all;
}

Result<Model3> read_model3(std::string_view text, NumberReading numbers, Findings* findings) {
    auto tree = parse_object(text);
    if (!tree) return tree.error();
    Model3 file;
    file.source = {std::make_shared<const JsonTree>(std::move(*tree)), numbers};
    Reading reading(numbers, findings);
    const Place root(*file.source.tree, reading);
    if (!root["FileReferences"].present()) root["FileReferences"].fail("is missing; this is no model3.json");
    read_references(root["FileReferences"], file);
    const Place groups = root["Groups"];
    for (std::size_t i = 0; i < groups.size(); ++i)
        file.groups.push_back({groups[i]["Target"].text(), groups[i]["Name"].text(), read_texts(groups[i]["Ids"])});
    const Place areas = root["HitAreas"];
    for (std::size_t i = 0; i < areas.size(); ++i)
        file.hit_areas.push_back({areas[i]["Id"].text(), areas[i]["Name"].text()});
    read_layout(root["Layout"], file);
    if (reading.error()) return *reading.error();
    return file;
}

std::string write_model3(const Model3& file) {
    return ModelWriter(file).run();
}

}  // namespace yure::formats
