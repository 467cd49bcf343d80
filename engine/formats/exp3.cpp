#include "yure/formats/exp3.hpp"

#include "json_patch.hpp"
#include "json_place.hpp"

namespace yure::formats {
namespace {

using Level = Finding::Level;
using motion::Blend;

constexpr std::string_view kBlendNames[] = {"Add", "Multiply", "Overwrite"};

Blend read_blend(const Place& place) {
    const std::string name = place.text("Add");
    for (const Blend blend : {Blend::add, Blend::multiply, Blend::overwrite})
        if (name == kBlendNames[static_cast<std::size_t>(blend)]) return blend;
    place.tell(Level::warning, "is \"" + name + "\" and counts as Add", "Use Add, Multiply or Overwrite.");
    return Blend::add;
}

float read_fade(const Place& place) {
    const float value = place.number(1.0f);
    if (value >= 0.0f) return value;
    place.tell(Level::warning, "is negative and counts as 1 s");
    return 1.0f;
}

}  // namespace

Result<Exp3> read_exp3(std::string_view text, NumberReading numbers, Findings* findings) {
    auto tree = parse_object(text);
    if (!tree) return tree.error();
    Exp3 file;
    file.source = {std::make_shared<const JsonTree>(std::move(*tree)), numbers};
    Reading reading(numbers, findings);
    const Place root(*file.source.tree, reading);
    file.expression.fade_in = read_fade(root["FadeInTime"]);
    file.expression.fade_out = read_fade(root["FadeOutTime"]);
    const Place list = root["Parameters"];
    for (std::size_t i = 0; i < list.size() && !reading.error(); ++i) {
        const Place place = list[i];
        file.expression.entries.push_back(
            {place["Id"].required_text(), place["Value"].number(), read_blend(place["Blend"])});
    }
    if (reading.error()) return *reading.error();
    return file;
}

std::string write_exp3(const Exp3& file) {
    JsonTree document = document_of(file.source);
    const NumberReading reading = file.source.reading;
    if (document.find("Type") == nullptr) document.member("Type").set_text("Live2D Expression");
    const auto set_fade = [&](std::string_view key, float value) {
        if (value == 1.0f && document.find(key) == nullptr) return;  // 1 s is what players take when nothing is said
        document.member(key).set_float(value, reading);
    };
    set_fade("FadeInTime", file.expression.fade_in);
    set_fade("FadeOutTime", file.expression.fade_out);
    patch_list(
        document.member("Parameters"), file.expression.entries,
        [](const motion::ExpressionEntry& entry) { return entry.parameter; },
        [](const JsonTree& element) { return member_text(element, "Id"); },
        [&](const motion::ExpressionEntry& entry, JsonTree& element) {
            element.member("Id").set_text(entry.parameter);
            element.member("Value").set_float(entry.value, reading);
            element.member("Blend").set_text(kBlendNames[static_cast<std::size_t>(entry.blend)]);
        });
    return write_json(document);
}

}  // namespace yure::formats
