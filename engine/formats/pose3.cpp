#include "yure/formats/pose3.hpp"

#include "json_patch.hpp"
#include "json_place.hpp"

namespace yure::formats {
namespace {

constexpr float kUnsaidFade = 0.5f;  // s

}  // namespace

Result<Pose3> read_pose3(std::string_view text, NumberReading numbers, Findings* findings) {
    auto tree = parse_object(text);
    if (!tree) return tree.error();
    Pose3 file;
    file.source = {std::make_shared<const JsonTree>(std::move(*tree)), numbers};
    Reading reading(numbers, findings);
    const Place root(*file.source.tree, reading);
    file.pose.fade_in = root["FadeInTime"].number(kUnsaidFade);
    if (file.pose.fade_in < 0.0f) {
        root["FadeInTime"].tell(Finding::Level::warning, "is negative and counts as 0.5 s");
        file.pose.fade_in = kUnsaidFade;
    }
    const Place groups = root["Groups"];
    if (!groups.present()) groups.fail("is missing; this is no pose3.json");
    for (std::size_t g = 0; g < groups.size() && !reading.error(); ++g) {
        std::vector<motion::PosePart> group;
        for (std::size_t i = 0; i < groups[g].size(); ++i) {
            const Place place = groups[g][i];
            motion::PosePart part{place["Id"].required_text(), {}};
            const Place links = place["Link"];
            for (std::size_t l = 0; l < links.size(); ++l) part.links.push_back(links[l].text());
            group.push_back(std::move(part));
        }
        file.pose.groups.push_back(std::move(group));
    }
    if (reading.error()) return *reading.error();
    return file;
}

std::string write_pose3(const Pose3& file) {
    JsonTree document = document_of(file.source);
    if (document.find("Type") == nullptr) document.member("Type").set_text("Live2D Pose");
    if (file.pose.fade_in != kUnsaidFade || document.find("FadeInTime") != nullptr)
        document.member("FadeInTime").set_float(file.pose.fade_in, file.source.reading);
    JsonTree& groups = document.member("Groups");
    groups.make(JsonTree::Kind::array);
    groups.items().resize(file.pose.groups.size());
    for (std::size_t g = 0; g < file.pose.groups.size(); ++g)
        patch_list(
            groups.items()[g], file.pose.groups[g], [](const motion::PosePart& part) { return part.id; },
            [](const JsonTree& element) { return member_text(element, "Id"); },
            [](const motion::PosePart& part, JsonTree& element) {
                element.member("Id").set_text(part.id);
                set_texts(element.member("Link"), part.links);
            });
    return write_json(document);
}

}  // namespace yure::formats
