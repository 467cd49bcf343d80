/// A pendulum group as JSON: {"id","name","inputs":[{"parameter","weight","type","reflect"}…],"outputs":[{"parameter",
/// "vertex","scale","weight","type","reflect"}…],"vertices":[{"mobility","delay","acceleration","radius","x","y"}…],
/// "position":{"minimum","default","maximum"},"angle":{…}}. Private to studio.
#pragma once

#include <vector>

#include "yure/studio/document.hpp"

namespace yure::studio {

Json group_json(const pendulum::Group& group);
/// What is wrong becomes a problem and reads as the default.
pendulum::Group read_group(const Json& json, std::vector<Error>& problems);
/// JSON Schema of one, every member optional.
const Json& group_schema();

}  // namespace yure::studio
