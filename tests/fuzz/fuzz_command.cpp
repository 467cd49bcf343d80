// Any bytes as commands, one JSON object a line: what is refused says why and changes nothing, what is taken can be
// written into a project and read back.
#include "document/project_file.hpp"
#include "fuzz_json.hpp"
#include "studio/small_model.hpp"
#include "yure/studio/command.hpp"
#include "yure/studio/json_text.hpp"

using namespace yure;

namespace {

const studio::CommandContext& context() {
    static const studio::CommandContext made = [] {
        auto model = std::make_shared<studio::Model>();
        model->puppet = tests::small_puppet();
        auto geometry = studio::ModelGeometry::of(model);
        fuzz::require(geometry.ok());
        return studio::CommandContext{model, *geometry, "/nonexistent", {}};
    }();
    return made;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::text_of(data, size);
    studio::Document document;
    document.model.path.assign(1, 'm');
    int lines = 0;
    for (std::size_t at = 0; at < text.size() && ++lines <= 64;) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const auto line = studio::parse_json(text.substr(at, end - at));
        at = end + 1;
        if (!line) continue;
        const std::string before = document.state();
        studio::CommandAnswer answer =
            studio::apply_command(document, studio::text_at(*line, "command"), studio::member(*line, "arguments"), context());
        fuzz::require(document.state() == before);
        if (!answer.ok()) {
            for (const Error& issue : answer.issues) fuzz::require(!issue.what.empty());
            continue;
        }
        document = std::move(answer.effect.document);
    }
    const auto back = studio::read_project(studio::project_text(document, studio::Json::object()));
    fuzz::require(back.ok() && !back->damaged);
    fuzz::require(back->document.state() == document.state());
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    return {
        R"({"command":"body.add","arguments":{"meshes":["Hair"],"id":"hair","kind":"hair","keys":7,"budget":{"groups":8}}}
{"command":"body.set","arguments":{"body":"hair","material":{"goal":0.4,"compression":null},"static":["ParamAngleX"],"target_version":"4.2"}}
{"command":"input.set","arguments":{"body":"hair","input":"ParamHair","span":[-0.5,0.5],"keep":true}}
{"command":"obstacle.set","arguments":{"body":"hair","obstacle":"o","settings":{"mesh":"Face","vertex_a":1,"radius_a":10}}}
{"command":"group.gradient","arguments":{"body":"hair","group":"pin","a":[100,50],"b":[100,150]}}
{"command":"group.paint","arguments":{"meshes":["Hair"],"group":"mass","stroke":[[100,100],[110,120]],"mode":"smooth"}}
{"command":"group.region","arguments":{"meshes":["Hair"],"group":"goal","lasso":[[0,0],[200,0],[100,200]],"feather":5}}
{"command":"settings.set","arguments":{"name":"x","fps":30,"ascii_names":true}}
{"command":"part.set","arguments":{"meshes":["Hair"],"role":"front_hair"}}
{"command":"body.move","arguments":{"body":"hair","index":5}}
{"command":"body.remove","arguments":{"body":"hair"}})",
        R"({"command":"group.outline","arguments":{"meshes":["Face","Back"],"group":"stiffness","rings":1,"border":0,"inner":1,"combine":"minimum"}}
{"command":"group.set","arguments":{"meshes":["Face"],"group":"pin","weights":[0,0.5,1,1]}}
{"command":"group.invert","arguments":{"meshes":["Face"],"group":"pin"}}
{"command":"body.set","arguments":{"body":"hair","chain_preset":"tail","chain":{"segments":4,"points":[[10,20],[10,90]],"component":{"m_Damping":0.3,"m_DampingDistrib":{"linear":[[0,1],[1,0.5]]}}}}}
{"command":"model.refresh","arguments":{}})"};
}
