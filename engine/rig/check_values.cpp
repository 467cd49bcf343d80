// Stages that look at one number at a time: lengths of arrays, finite numbers, 0/1 fields, identifiers.
#include "checker.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string>
#include <type_traits>

#include "yure/rig/sections.hpp"

namespace yure::rig {
namespace {

bool is_utf8(std::string_view text) {
    std::size_t i = 0;
    while (i < text.size()) {
        const auto lead = static_cast<unsigned char>(text[i]);
        const std::size_t more = lead < 0x80                   ? 0
                                 : lead >= 0xC2 && lead < 0xE0 ? 1
                                 : lead >= 0xE0 && lead < 0xF0 ? 2
                                 : lead >= 0xF0 && lead < 0xF5 ? 3
                                                               : 4;
        if (more == 4 || i + more >= text.size()) return false;
        for (std::size_t k = 1; k <= more; ++k)
            if ((static_cast<unsigned char>(text[i + k]) & 0xC0u) != 0x80u) return false;
        i += more + 1;
    }
    return true;
}

void check_ids(Checker& c, const char* section, const Ids& ids) {
    for (std::size_t i = 0; i < ids.size() && !c.full(); ++i) {
        const std::string_view text = ids[i].view();
        if (text.size() == ids[i].bytes.size())
            c.error(section, i, "is not ended by a zero byte");
        else if (text.empty())
            c.warning(section, i, "is empty");
        else if (!is_utf8(text))
            c.warning(section, i, "is not valid UTF-8");
    }
    std::vector<std::size_t> order(ids.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const int by_text = ids[a].view().compare(ids[b].view());
        return by_text != 0 ? by_text < 0 : a < b;
    });
    for (std::size_t k = 1; k < order.size(); ++k)
        if (ids[order[k]].view() == ids[order[k - 1]].view())
            c.warning(section, order[k],
                      "\"" + std::string(ids[order[k]].view()) + "\" is already the id of row " +
                          std::to_string(order[k - 1]));
}

bool is_flag(std::string_view name) {
    for (const std::string_view flag :
         {"part.visible", "part.enabled", "deformer.visible", "deformer.enabled", "mesh.visible", "mesh.enabled",
          "parameter.repeat", "rotation_kf.reflect_x", "rotation_kf.reflect_y", "warp.quad", "deformer.type",
          "group_member.type", "parameter.type"})
        if (name == flag) return true;
    return false;
}

}  // namespace

void check_lengths(Checker& c) {
    const auto version = static_cast<int>(c.p.version);
    if (version < 1 || version > 6) return c.error("version", "is " + std::to_string(version) + ", known are 1 to 6");
    std::array<std::int64_t, kCountWords> rows;
    std::array<const char*, kCountWords> first{};
    rows.fill(-1);
    for_each_section(c.p, [&]<class Array>(const Section& section, const Array& array) {
        if constexpr (!std::is_same_v<Array, RuntimeSlot>) {
            if (section.since > c.p.version) return;
            auto& expected = rows[static_cast<std::size_t>(section.count)];
            auto& name = first[static_cast<std::size_t>(section.count)];
            const auto size = static_cast<std::int64_t>(array.size());
            if (expected < 0) expected = size, name = section.name;
            if (size != expected)
                c.error(section.name,
                        "has " + std::to_string(size) + " rows, but " + name + " has " + std::to_string(expected));
            if (size > 0x7fffffff) c.error(section.name, "has more rows than the file format can count");
        }
    });
}

void check_values(Checker& c) {
    const Canvas& canvas = c.p.canvas;
    for (const float number : {canvas.pixels_per_unit, canvas.origin_x, canvas.origin_y, canvas.width, canvas.height})
        if (!std::isfinite(number)) c.error("canvas", "holds a number that is not finite");
    if (!(canvas.pixels_per_unit > 0.0f)) c.error("canvas.pixels_per_unit", "must be above 0");

    for_each_section(c.p, [&]<class Array>(const Section& section, const Array& array) {
        if (section.since > c.p.version) return;
        if constexpr (std::is_same_v<Array, Floats>) {
            for (std::size_t i = 0; i < array.size() && !c.full(); ++i)
                if (!std::isfinite(array[i])) c.error(section.name, i, "is not a finite number");
        } else if constexpr (std::is_same_v<Array, Ids>) {
            check_ids(c, section.name, array);
        } else if constexpr (std::is_same_v<Array, Ints>) {
            if (!is_flag(section.name)) return;
            for (std::size_t i = 0; i < array.size() && !c.full(); ++i)
                if (array[i] != 0 && array[i] != 1)
                    c.error(section.name, i, "is " + std::to_string(array[i]) + ", but must be 0 or 1");
        }
    });
}

}  // namespace yure::rig
