/// The names of settings' values in files and commands. Private to studio.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "yure/studio/document.hpp"

namespace yure::studio {

template <class T>
using EnumNames = std::vector<std::pair<T, const char*>>;

inline const EnumNames<sim::BodyKind>& kind_names() {
    static const EnumNames<sim::BodyKind> names{{sim::BodyKind::cloth, "cloth"}, {sim::BodyKind::hair, "hair"}};
    return names;
}
inline const EnumNames<baker::Quality>& quality_names() {
    static const EnumNames<baker::Quality> names{{baker::Quality::light, "light"},
                                                 {baker::Quality::standard, "standard"},
                                                 {baker::Quality::best, "best"},
                                                 {baker::Quality::classic, "classic"}};
    return names;
}
inline const EnumNames<baker::BankUse>& bank_names() {
    static const EnumNames<baker::BankUse> names{{baker::BankUse::shared, "shared"}, {baker::BankUse::own, "own"}};
    return names;
}
inline const EnumNames<baker::Vertical>& vertical_names() {
    static const EnumNames<baker::Vertical> names{
        {baker::Vertical::automatic, "auto"}, {baker::Vertical::on, "on"}, {baker::Vertical::off, "off"}};
    return names;
}
inline const EnumNames<baker::WriteAs>& write_names() {
    static const EnumNames<baker::WriteAs> names{
        {baker::WriteAs::automatic, "auto"}, {baker::WriteAs::blend, "blend"}, {baker::WriteAs::axes, "axes"}};
    return names;
}
inline const EnumNames<rig::MocVersion>& moc_version_names() {
    static const EnumNames<rig::MocVersion> names{
        {rig::MocVersion::v3_0, "3.0"}, {rig::MocVersion::v3_3, "3.3"}, {rig::MocVersion::v4_0, "4.0"},
        {rig::MocVersion::v4_2, "4.2"}, {rig::MocVersion::v5_0, "5.0"}, {rig::MocVersion::v5_3, "5.3"}};
    return names;
}
inline const EnumNames<GlueRole>& glue_role_names() {
    static const EnumNames<GlueRole> names{
        {GlueRole::none, "none"}, {GlueRole::pin, "pin"}, {GlueRole::constraint, "constraint"}};
    return names;
}

template <class T>
const char* name_of(const EnumNames<T>& names, T value) {
    for (const auto& [known, name] : names)
        if (known == value) return name;
    return "";
}
template <class T>
std::optional<T> value_of(const EnumNames<T>& names, std::string_view wanted) {
    for (const auto& [known, name] : names)
        if (wanted == name) return known;
    return std::nullopt;
}
template <class T>
std::vector<std::string> all_names(const EnumNames<T>& names) {
    std::vector<std::string> list;
    for (const auto& [known, name] : names) list.emplace_back(name);
    return list;
}

}  // namespace yure::studio
