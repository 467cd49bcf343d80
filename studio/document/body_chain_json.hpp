/// Bone chains of a body in the document: {"segments","points","component"}; the component's fields are those of
/// dynamic-bone files (docs/chains.md), and only those that differ from their defaults are kept. Private to studio.
#pragma once

#include "yure/chain/strand.hpp"
#include "yure/studio/document.hpp"

namespace yure::studio {

/// Schema of a body's `chain`; null = the mesh solver moves the body.
Json chain_schema();
Json chain_json(const chain::StrandSettings& settings);
/// What has passed the schema. Wrong values become problems that name their field below "chain".
chain::StrandSettings read_chain_json(const Json& json, std::vector<Error>& problems);
/// `given` put over `chain` (null = what a new chain has): the component field by field, everything else whole.
Json chain_put_over(const Json& chain, const Json& given);

}  // namespace yure::studio
