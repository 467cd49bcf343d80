#include "yure/formats/moc3.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <type_traits>

#include "yure/rig/check.hpp"
#include "yure/rig/sections.hpp"

namespace yure::formats {
namespace {

using rig::MocVersion;
using rig::Puppet;
using rig::RuntimeSlot;
using rig::Section;

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "tables are copied as they lie in the little-endian file");

constexpr std::size_t kAlign = 64;
constexpr std::size_t kHeaderSize = 64;
constexpr std::size_t kCanvasSize = 64;

constexpr std::size_t first_section_offset(MocVersion version) {
    return version >= MocVersion::v5_3 ? 0x16C0 : 0x7C0;
}

template <class Array>
constexpr std::size_t element_size() {
    if constexpr (std::is_same_v<std::remove_const_t<Array>, RuntimeSlot>) {
        return 8;
    } else {
        return sizeof(typename Array::value_type);
    }
}

std::string text_of(std::uint64_t number) {
    return std::to_string(number);
}

int section_slots(MocVersion version) {
    int slots = 2;
    const Puppet none;
    rig::for_each_section(none, [&](const Section& section, const auto&) { slots += section.since <= version; });
    return slots;
}

class Reader {
  public:
    explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    Result<Puppet> read() {
        Puppet puppet;
        if (Status status = read_header(puppet); !status.ok()) return status.error();
        if (Status status = read_counts(puppet); !status.ok()) return status.error();
        if (Status status = read_canvas(puppet); !status.ok()) return status.error();
        Status status;
        rig::for_each_section(puppet, [&](const Section& section, auto& array) {
            if (status.ok() && section.since <= puppet.version) status = read_section(section, array);
        });
        if (!status.ok()) return status.error();
        return puppet;
    }

  private:
    Status read_header(Puppet& puppet) {
        if (bytes_.size() < kHeaderSize || std::memcmp(bytes_.data(), "MOC3", 4) != 0)
            return Error{"header", "this is not a moc3 file (its first four bytes are not MOC3)"};
        const auto version = std::to_integer<unsigned>(bytes_[4]);
        if (version < 1 || version > 6)
            return Error{"header.version", "is " + text_of(version) + ", but only versions 1 to 6 are known"};
        if (bytes_[5] != std::byte{0}) return Error{"header.endian", "big-endian files are not supported"};
        if (bytes_.size() % kAlign != 0)
            return Error{"header", "the file's size, " + text_of(bytes_.size()) +
                                       " bytes, is not a multiple of 64; it is cut off or not a whole file"};
        puppet.version = static_cast<MocVersion>(version);
        slots_ = section_slots(puppet.version);
        table_end_ = kHeaderSize + 4 * static_cast<std::size_t>(slots_);
        if (bytes_.size() < table_end_) return Error{"offsets", "the file ends inside of the offset table"};
        return {};
    }

    Status read_counts(Puppet& puppet) {
        const int words = rig::count_words(puppet.version);
        if (Status status = claim(0, "counts", 4 * static_cast<std::size_t>(words)); !status.ok()) return status;
        std::memcpy(counts_.data(), bytes_.data() + offset(0), 4 * static_cast<std::size_t>(words));
        std::array<bool, 64> defined{};
        Status status;
        rig::for_each_section(puppet, [&](const Section& section, const auto&) {
            const auto word = static_cast<std::size_t>(section.count);
            if (section.since > puppet.version || defined[word]) return;
            defined[word] = true;
            if (counts_[word] < 0 && status.ok())
                status = Error{std::string("counts[") + text_of(word) + "]",
                               "the number of rows of " + std::string(section.name) + " is negative (" +
                                   std::to_string(counts_[word]) + ")"};
        });
        for (std::size_t word = 0; word < static_cast<std::size_t>(words); ++word)
            if (!defined[word]) puppet.spare_counts[word] = counts_[word];
        return status;
    }

    Status read_canvas(Puppet& puppet) {
        if (Status status = claim(1, "canvas", kCanvasSize); !status.ok()) return status;
        const std::byte* at = bytes_.data() + offset(1);
        std::array<float, 5> numbers{};
        std::memcpy(numbers.data(), at, sizeof numbers);
        puppet.canvas.pixels_per_unit = numbers[0];
        puppet.canvas.origin_x = numbers[1];
        puppet.canvas.origin_y = numbers[2];
        puppet.canvas.width = numbers[3];
        puppet.canvas.height = numbers[4];
        puppet.canvas.flags = std::to_integer<std::uint8_t>(at[20]);
        std::memcpy(puppet.canvas.reserved.data(), at + 21, puppet.canvas.reserved.size());
        return {};
    }

    template <class Array>
    Status read_section(const Section& section, Array& array) {
        const auto rows = static_cast<std::size_t>(counts_[static_cast<std::size_t>(section.count)]);
        const std::size_t size = rows * element_size<Array>();  // < 2^31 * 64
        if (Status status = claim(section.slot, section.name, size); !status.ok()) return status;
        if constexpr (!std::is_same_v<Array, RuntimeSlot>) {
            array.resize(rows);
            if (size != 0) std::memcpy(array.data(), bytes_.data() + offset(section.slot), size);
        }
        return {};
    }

    std::size_t offset(int slot) const {
        std::uint32_t value = 0;
        std::memcpy(&value, bytes_.data() + kHeaderSize + 4 * static_cast<std::size_t>(slot), sizeof value);
        return value;
    }

    /// The section's bytes lie behind those of all earlier slots and end before the next slot begins.
    Status claim(int slot, const char* name, std::size_t size) {
        const std::size_t begin = offset(slot);
        const std::size_t end = slot + 1 < slots_ ? offset(slot + 1) : bytes_.size();
        if (begin < table_end_)
            return Error{name,
                         "starts at byte " + text_of(begin) + ", inside of the header or of the section before it"};
        if (end > bytes_.size() || begin > end)
            return Error{name, "its bytes " + text_of(begin) + " to " + text_of(end) + " are not inside of the file (" +
                                   text_of(bytes_.size()) + " bytes) or out of order"};
        if (size > end - begin)
            return Error{name, "needs " + text_of(size) + " bytes for its rows, but only " + text_of(end - begin) +
                                   " lie before the next section"};
        table_end_ = begin + size;
        return {};
    }

    std::span<const std::byte> bytes_;
    std::array<std::int32_t, 64> counts_{};
    int slots_ = 0;
    std::size_t table_end_ = 0;  ///< first byte not yet taken by the header or a section
};

void pad_to_alignment(std::vector<std::byte>& out) {
    out.resize((out.size() + kAlign - 1) / kAlign * kAlign);
}

void append(std::vector<std::byte>& out, const void* data, std::size_t size) {
    const auto* first = static_cast<const std::byte*>(data);
    out.insert(out.end(), first, first + size);
}

void put_offset(std::vector<std::byte>& out, int slot) {
    const auto offset = static_cast<std::uint32_t>(out.size());
    std::memcpy(out.data() + kHeaderSize + 4 * static_cast<std::size_t>(slot), &offset, sizeof offset);
}

/// Count words from the lengths of the arrays; words this version does not define stay as they were found.
std::array<std::int32_t, 64> count_table(const Puppet& puppet) {
    std::array<std::int32_t, 64> counts = puppet.spare_counts;
    std::array<bool, 64> known{};
    rig::for_each_section(puppet, [&]<class Array>(const Section& section, const Array& array) {
        if constexpr (!std::is_same_v<Array, RuntimeSlot>) {
            const auto word = static_cast<std::size_t>(section.count);
            if (section.since > puppet.version || known[word]) return;
            known[word] = true;
            counts[word] = static_cast<std::int32_t>(array.size());
        }
    });
    return counts;
}

}  // namespace

Result<Puppet> parse_moc3(std::span<const std::byte> bytes) {
    return Reader(bytes).read();
}

Result<Puppet> read_moc3(std::span<const std::byte> bytes) {
    Result<Puppet> puppet = parse_moc3(bytes);
    if (!puppet.ok()) return puppet;
    if (Status status = rig::check_errors(*puppet); !status.ok()) return status.error();
    return puppet;
}

std::vector<std::byte> write_moc3(const Puppet& puppet) {
    const std::array<std::int32_t, 64> counts = count_table(puppet);
    std::vector<std::byte> out(first_section_offset(puppet.version));
    std::memcpy(out.data(), "MOC3", 4);
    out[4] = static_cast<std::byte>(puppet.version);

    put_offset(out, 0);
    append(out, counts.data(), 4 * static_cast<std::size_t>(rig::count_words(puppet.version)));
    put_offset(out, 1);
    const rig::Canvas& canvas = puppet.canvas;
    const std::array<float, 5> numbers{canvas.pixels_per_unit, canvas.origin_x, canvas.origin_y, canvas.width,
                                       canvas.height};
    append(out, numbers.data(), sizeof numbers);
    append(out, &canvas.flags, 1);
    append(out, canvas.reserved.data(), canvas.reserved.size());

    rig::for_each_section(puppet, [&]<class Array>(const Section& section, const Array& array) {
        if (section.since > puppet.version) return;
        // Identifiers follow the runtime slots before them directly; everything else starts at a multiple of 64.
        if constexpr (!std::is_same_v<Array, rig::Ids>) pad_to_alignment(out);
        put_offset(out, section.slot);
        const std::size_t size =
            static_cast<std::size_t>(counts[static_cast<std::size_t>(section.count)]) * element_size<Array>();
        const std::size_t end = out.size() + size;
        if constexpr (!std::is_same_v<Array, RuntimeSlot>)
            append(out, array.data(), std::min(size, array.size() * element_size<Array>()));
        out.resize(end);
    });
    pad_to_alignment(out);
    return out;
}

}  // namespace yure::formats
