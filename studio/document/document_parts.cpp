#include "document_parts.hpp"

#include <algorithm>

#include "yure/core/hash.hpp"

namespace yure::studio {
namespace {

std::uint64_t hash_of(const Json& json) {
    return Hasher().add(std::string_view(json.dump(-1, ' ', false, Json::error_handler_t::replace))).digest();
}

template <class T, TableOrder Order>
void add_hashes(const Table<T, Order>& table, const std::string& prefix, std::map<std::string, std::uint64_t>& parts) {
    for (const auto& entry : table) parts[prefix + entry.id] = entry.hash;
}

template <class Table>
std::vector<std::string> ids_of(const Table& table) {
    std::vector<std::string> ids;
    for (const auto& entry : table) ids.push_back(entry.id);
    return ids;
}

template <class Table>
void reorder(Table& table, const Json& order) {
    std::size_t place = 0;
    if (!order.is_array()) return;
    for (const Json& id : order)
        if (id.is_string() && table.index_of(id.get_ref<const std::string&>()) >= 0)
            table.move(id.get<std::string>(), place++);
}

template <class Table, class Read>
void set_entry(Table& table, const std::string& id, const Json& json, const Read& read) {
    if (json.is_null())
        table.erase(id);
    else
        table.set(id, read());
}

}  // namespace

std::string Document::state() const {
    Hasher hasher;
    for (const auto& [part, hash] : part_hashes(*this)) hasher.add(std::string_view(part)).add(hash);
    return hash_text(hasher.digest());
}

std::map<std::string, std::uint64_t> part_hashes(const Document& document) {
    std::map<std::string, std::uint64_t> parts;
    parts["model"] = hash_of(to_json(document.model));
    parts["settings"] = hash_of(to_json(document.settings));
    parts["extra"] = hash_of(document.extra);
    parts["order/bodies"] = hash_of(ids_of(document.bodies));
    add_hashes(document.bodies, "body/", parts);
    add_hashes(document.groups, "groups/", parts);
    add_hashes(document.bakes, "bake/", parts);
    add_hashes(document.banks, "bank/", parts);
    add_hashes(document.overrides, "override/", parts);
    add_hashes(document.presets, "preset/", parts);
    return parts;
}

Json part_json(const Document& document, const std::string& part) {
    if (part == "model") return to_json(document.model);
    if (part == "settings") return to_json(document.settings);
    if (part == "extra") return document.extra;
    if (part == "order/bodies") return ids_of(document.bodies);
    const std::size_t slash = part.find('/');
    const std::string table = part.substr(0, slash), id = slash == std::string::npos ? "" : part.substr(slash + 1);
    const auto json_of = [](const auto* value) { return value == nullptr ? Json(nullptr) : to_json(*value); };
    if (table == "body") return json_of(document.bodies.find(id));
    if (table == "groups") return json_of(document.groups.find(id));
    if (table == "bake") return json_of(document.bakes.find(id));
    if (table == "bank") return json_of(document.banks.find(id));
    if (table == "override") return json_of(document.overrides.find(id));
    if (table == "preset") return json_of(document.presets.find(id));
    return nullptr;
}

void set_part(Document& document, const std::string& part, const Json& json, std::vector<Error>& problems) {
    std::vector<Error> found;
    const std::size_t slash = part.find('/');
    const std::string table = part.substr(0, slash), id = slash == std::string::npos ? "" : part.substr(slash + 1);
    if (part == "model")
        document.model = read_model_reference(json, found);
    else if (part == "settings")
        document.settings = read_project_settings(json, found);
    else if (part == "extra")
        document.extra = json.is_object() ? json : Json::object();
    else if (part == "order/bodies")
        reorder(document.bodies, json);
    else if (table == "body")
        set_entry(document.bodies, id, json, [&] { return read_body(id, json, found); });
    else if (table == "groups")
        set_entry(document.groups, id, json, [&] { return read_mesh_groups(json, found); });
    else if (table == "bake")
        set_entry(document.bakes, id, json, [&] { return read_stored_bake(json, found); });
    else if (table == "bank")
        set_entry(document.banks, id, json, [&] { return read_stored_bank(json, found); });
    else if (table == "override")
        set_entry(document.overrides, id, json, [&] { return read_override(json, found); });
    else if (table == "preset")
        set_entry(document.presets, id, json, [&] { return read_preset(json, found); });
    else
        found.push_back({"", "is no part of a project"});
    for (Error& problem : found)
        problems.push_back({problem.where.empty() ? part : part + " " + problem.where, std::move(problem.what)});
}

Json part_changes(const Document& before, const Document& after) {
    const auto old = part_hashes(before), now = part_hashes(after);
    Json changes = Json::object(), orders = Json::object();
    for (const auto& [part, hash] : old)
        if (!now.contains(part)) changes[part] = nullptr;
    for (const auto& [part, hash] : now) {
        const auto place = old.find(part);
        if (place != old.end() && place->second == hash) continue;
        (part.starts_with("order/") ? orders : changes)[part] = part_json(after, part);
    }
    changes.update(orders);
    return changes;
}

void apply_part_changes(Document& document, const Json& changes, std::vector<Error>& problems) {
    if (!changes.is_object()) {
        problems.push_back({"", "is no list of changes"});
        return;
    }
    for (const auto& [part, json] : changes.items()) set_part(document, part, json, problems);
}

}  // namespace yure::studio
