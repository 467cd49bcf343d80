/// moc3 files <-> Puppet. Format: docs/moc3.md. Never trusts its input: any bytes give a puppet or an error that names the
/// section and index; no count is believed before it fits into the file.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "yure/core/result.hpp"
#include "yure/rig/puppet.hpp"

namespace yure::formats {

/// Layout only: sections of versions 3.0 to 5.3 as they stand, without asking whether they make sense.
Result<rig::Puppet> parse_moc3(std::span<const std::byte> bytes);

/// Layout and meaning: what comes out passes `rig::check` without an error.
Result<rig::Puppet> read_moc3(std::span<const std::byte> bytes);

/// Canonical layout; a puppet read from an editor's file and not changed gives the same bytes.
std::vector<std::byte> write_moc3(const rig::Puppet& puppet);

}  // namespace yure::formats
