/// Bodies of a document, baked. What a job of the session runs; also usable without one.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "yure/baker/bake.hpp"
#include "yure/core/work.hpp"
#include "yure/studio/document.hpp"
#include "yure/studio/model_geometry.hpp"

namespace yure::studio {

/// What the baker is asked for: the body's settings with its painted weights, glue roles and training motions resolved
/// on the model. Errors name the setting; what cannot be done by this version is a notice.
Result<baker::BodyRequest> body_request(const Document& document, const Body& body, const ModelGeometry& geometry,
                                        Notices& notices);

struct BakeInput {
    std::shared_ptr<const ModelGeometry> geometry;
    std::shared_ptr<const Document> document;
    std::vector<std::string> bodies;  ///< baked together, in the document's order
    std::uint64_t clip_seed = 0;      ///< shifts the motions it is measured on, never what is baked
};

/// Without fingerprints and settings, which the caller knows.
struct BakeOutput {
    std::map<std::string, StoredBake> bakes;  ///< also of bodies that had to be baked along
    std::map<std::string, StoredBank> banks;  ///< that they are hooked onto
    std::map<std::string, Error> failed;      ///< bodies that cannot be baked as they stand
    Notices notices;
};

/// Bodies with the same inputs get one bank of pendulum groups. A body of a bank whose other bodies are not asked for is
/// hooked onto the bank as it is, in little time, and the others keep every number; when its inputs have changed, all
/// bodies of the bank are baked along. Error: "cancelled" and nothing else; what goes wrong with a body is in `failed`.
using BakeFunction = std::function<Result<BakeOutput>(const BakeInput&, const Work&)>;
Result<BakeOutput> bake_bodies(const BakeInput& input, const Work& work);

}  // namespace yure::studio
