/// What the document's bakes generate, with a person's edits put over it. Private to studio.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "yure/baker/write_back.hpp"
#include "yure/studio/document.hpp"

namespace yure::studio {

struct GeneratedBody {
    const Body* body = nullptr;
    baker::BodyBake bake;  ///< outputs and groups as edited; `removed` is empty
    std::vector<std::string> removed;  ///< parameters that old physics no longer drives
};

struct Generated {
    std::map<std::string, baker::BakedBank> banks;
    std::vector<GeneratedBody> bodies;      ///< enabled ones with a bake, in order
    std::map<std::string, Error> unusable;  ///< bodies whose bake cannot be read
    Notices notices;
};

/// On the model that it is to be written to.
Generated generated(const Document& document, const rig::Puppet& puppet);

/// Banks that no bake is hooked onto go.
void drop_idle_banks(Document& document);

}  // namespace yure::studio
