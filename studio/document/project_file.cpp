#include "project_file.hpp"

#include "document_parts.hpp"
#include "json_fields.hpp"

#include <algorithm>

#include "yure/studio/json_text.hpp"

namespace yure::studio {
namespace {

bool is_flat(const Json& list) {
    return std::all_of(list.begin(), list.end(), [](const Json& value) { return !value.is_structured(); });
}

/// An entry of a list that reads best on one line: {"id": "ParamAngleX", "span": null, "keep": false}.
bool is_short(const Json& object) {
    if (object.size() > 4) return false;
    return std::all_of(object.begin(), object.end(), [](const Json& value) {
        return !value.is_structured() ? !value.is_string() || value.get_ref<const std::string&>().size() < 80
                                      : value.is_array() && value.size() <= 3 && is_flat(value);
    });
}

std::string word(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void write_flat(std::string& text, const Json& value) {
    if (value.is_array()) {
        text += '[';
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (i != 0) text += ", ";
            write_flat(text, value[i]);
        }
        text += ']';
    } else if (value.is_object()) {
        text += '{';
        bool first = true;
        for (const auto& [name, inner] : value.items()) {
            text += (first ? "" : ", ") + word(name) + ": ";
            first = false;
            write_flat(text, inner);
        }
        text += '}';
    } else {
        text += word(value);
    }
}

void write(std::string& text, const Json& value, int depth) {
    const std::string indent(static_cast<std::size_t>(depth) * 2, ' ');
    if (value.is_object() && !value.empty()) {
        text += "{\n";
        std::size_t left = value.size();
        for (const auto& [name, inner] : value.items()) {
            text += indent + "  " + word(name) + ": ";
            write(text, inner, depth + 1);
            text += --left == 0 ? "\n" : ",\n";
        }
        text += indent + "}";
    } else if (value.is_array() && !value.empty() && !is_flat(value)) {
        text += "[\n";
        for (std::size_t i = 0; i < value.size(); ++i) {
            text += indent + "  ";
            if (value[i].is_object() && is_short(value[i]))
                write_flat(text, value[i]);
            else
                write(text, value[i], depth + 1);
            text += i + 1 == value.size() ? "\n" : ",\n";
        }
        text += indent + "]";
    } else {
        write_flat(text, value);
    }
}

template <class Table>
Json table_json(const Table& table) {
    Json all = Json::object();
    for (const auto& entry : table) all[entry.id] = to_json(*entry.value);
    return all;
}

/// A text that stops in the middle: cut back to the last complete member of the outermost levels and closed. Empty when
/// nothing is to be saved.
std::string closed(std::string_view text) {
    std::string open;            // brackets that are open
    std::string last_open;       // those that were open at the last good place
    std::size_t last = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\') ++i;
            if (c == '"') in_string = false;
            continue;
        }
        if (c == '"') in_string = true;
        if (c == '{' || c == '[') open += c;
        if (c == '}' || c == ']') {
            if (open.empty() || (open.back() == '{') != (c == '}')) break;
            open.pop_back();
            last = i + 1;
            last_open = open;
        }
        if (c == ',') {
            last = i;
            last_open = open;
        }
    }
    if (last == 0) return {};
    std::string whole(text.substr(0, last));
    for (auto bracket = last_open.rbegin(); bracket != last_open.rend(); ++bracket) whole += *bracket == '{' ? '}' : ']';
    return whole;
}

class Reader {
  public:
    explicit Reader(const Json& json) : json_(json) {}

    ProjectContents read() {
        for (const auto& [name, value] : json_.items()) {
            if (name == "format" || name == "version" || name == "program") continue;
            if (name == "model" || name == "settings")
                part(name, value);
            else if (name == "bodies")
                bodies(value);
            else if (name == "groups")
                table("groups/", name, value);
            else if (name == "overrides")
                table("override/", name, value);
            else if (name == "presets")
                table("preset/", name, value);
            else if (name == "bakes")
                table("bake/", name, value);
            else if (name == "banks")
                table("bank/", name, value);
            else if (name == "view")
                contents_.view = value.is_object() ? value : Json::object();
            else
                contents_.document.extra[name] = value;
        }
        if (contents_.document.model.path.empty()) set_aside({"model", "the project does not say which model it is of"});
        drop_orphans();
        return std::move(contents_);
    }

  private:
    void set_aside(Error problem) {
        contents_.damaged = true;
        contents_.notices.push_back({"project " + problem.where, problem.what + "; it was set aside"});
    }

    void part(const std::string& name, const Json& value) {
        std::vector<Error> problems;
        set_part(contents_.document, name, value, problems);
        for (Error& problem : problems) set_aside(std::move(problem));
    }

    void bodies(const Json& list) {
        if (!list.is_array()) return set_aside({"bodies", "is no list"});
        for (const Json& body : list) {
            const std::string id = words_at(body, "id");
            if (id.empty())
                set_aside({"bodies", "holds a body without an id"});
            else if (contents_.document.bodies.find(id) != nullptr)
                set_aside({"body/" + id, "is there twice"});
            else
                part("body/" + id, body);
        }
    }

    void table(const std::string& prefix, const std::string& name, const Json& entries) {
        if (!entries.is_object()) return set_aside({name, "is no object"});
        for (const auto& [id, value] : entries.items())
            if (value.is_null())
                set_aside({prefix + id, "is empty"});
            else
                part(prefix + id, value);
    }

    void drop_orphans() {
        Document& document = contents_.document;
        std::vector<std::string> gone;
        for (const auto& entry : document.bakes)
            if (document.bodies.find(entry.id) == nullptr) gone.push_back(entry.id);
        for (const std::string& id : gone) {
            set_aside({"bake/" + id, "belongs to no body"});
            document.bakes.erase(id);
        }
    }

    const Json& json_;
    ProjectContents contents_;
};

/// Older versions to the present one, a step at a time. Version 1 is the first: a file without a version is one.
Status migrate(Json& json, Notices& notices) {
    const Json& version = at(json, "version");
    if (version.is_number() && version.get<double>() > kProjectVersion)
        return Error{"version", "the project is of version " + version.dump() + ", this program knows up to " +
                                    std::to_string(kProjectVersion) + "; open it with a newer one"};
    if (!version.is_number()) {
        notices.push_back({"project version", "is missing; read as version 1"});
        json["version"] = 1;
    }
    return {};
}

}  // namespace

std::string project_text(const Document& document, const Json& view) {
    Json bodies = Json::array();
    for (const auto& entry : document.bodies) bodies.push_back(to_json(*entry.value));
    Json json{{"format", "yure-project"},
              {"version", kProjectVersion},
              {"model", to_json(document.model)},
              {"settings", to_json(document.settings)},
              {"bodies", std::move(bodies)},
              {"presets", table_json(document.presets)},
              {"overrides", table_json(document.overrides)}};
    append_extra(json, document.extra);
    if (!view.empty()) json["view"] = view;
    json["groups"] = table_json(document.groups);
    json["bakes"] = table_json(document.bakes);
    json["banks"] = table_json(document.banks);
    std::string text;
    write(text, json, 0);
    return text + "\n";
}

Result<ProjectContents> read_project(std::string_view text) {
    Result<Json> json = parse_json(text);
    Notices notices;
    if (!json) {
        const std::string rest = closed(text);
        Result<Json> again = rest.empty() ? json : parse_json(rest);
        if (!again || !again->is_object() || words_at(*again, "format") != "yure-project")
            return Error{json.error().where, json.error().what + "; nothing of a project could be read"};
        notices.push_back({"project", json.error().what + "; what stands before that place was read"});
        json = std::move(again);
    }
    if (!json->is_object() || words_at(*json, "format") != "yure-project")
        return Error{"", "is no project file (it does not say \"format\": \"yure-project\")"};
    const bool cut = !notices.empty();
    if (Status migrated = migrate(*json, notices); !migrated) return migrated.error();
    ProjectContents contents = Reader(*json).read();
    contents.damaged = contents.damaged || cut;
    contents.notices.insert(contents.notices.begin(), notices.begin(), notices.end());
    return contents;
}

}  // namespace yure::studio
