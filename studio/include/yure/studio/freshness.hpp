/// Is a bake still what the body would bake to now? By hashes of everything a bake is made from, so that undo makes an
/// old bake fresh again. Names, ids, ranges, gains and exaggeration are written later and count for nothing here.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "yure/studio/document.hpp"
#include "yure/studio/model_geometry.hpp"

namespace yure::studio {

enum class Freshness {
    fresh,     ///< baked, and nothing has changed since (green)
    stale,     ///< baked, but something has changed; the export still has the old result (yellow)
    unbaked,   ///< not in the export (red)
    disabled,  ///< switched off (grey)
};
const char* freshness_name(Freshness freshness);

struct BodyFreshness {
    Freshness state = Freshness::unbaked;
    /// In words: "the material has changed (goal)", "the painted weights of Hair1 have changed". Of an unbaked body
    /// what keeps it from being baked, if anything.
    std::vector<std::string> reasons;
};

/// Fingerprints of bodies. Remembers what it read of the model and of clip files (again when a file's time changes).
class Fingerprinter {
  public:
    Fingerprinter();
    ~Fingerprinter();

    /// Of what a bake of the body would use now. `geometry` may be null: then the parts that need a model are empty and
    /// the bake counts as stale.
    Fingerprint of(const Document& document, const Body& body, const std::shared_ptr<const ModelGeometry>& geometry);
    BodyFreshness freshness(const Document& document, const Body& body,
                            const std::shared_ptr<const ModelGeometry>& geometry);

  private:
    struct Cache;
    std::unique_ptr<Cache> cache_;
};

/// The settings of a body that a bake depends on, as kept with it to say in words what has changed.
Json baked_settings(const Body& body);

/// Raised whenever simulated or fitted numbers change: bakes of older versions show as stale.
inline constexpr int kSolverVersion = 1;

}  // namespace yure::studio
