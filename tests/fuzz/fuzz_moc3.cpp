// Any bytes as a moc3 file: read, and when they are accepted, evaluate, invert, write, and read what was written.
#include "fuzz.hpp"
#include "support/tiny_puppet.hpp"

#include <cstdlib>

#include "yure/formats/moc3.hpp"
#include "yure/rig/edit.hpp"
#include "yure/rig/rig.hpp"

using namespace yure;

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

void evaluate(const rig::Rig& rig) {
    rig::Evaluation pose(rig);
    std::vector<float> values;
    for (const rig::ParameterInfo& parameter : rig.parameters())
        values.push_back(parameter.min * 0.3f + parameter.max * 0.7f);
    pose.evaluate(values);
    for (int mesh = 0; mesh < rig.mesh_count() && mesh < 8; ++mesh) {
        if (pose.hidden(mesh)) continue;
        const std::size_t n = std::min<std::size_t>(pose.positions(mesh).size(), 4);
        std::vector<Vec2> world(n), back(n);
        const auto near = pose.keyform_positions(mesh).first(n);
        pose.to_world(mesh, near, world);
        pose.to_keyform_space(mesh, world, near, back);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Result<rig::Puppet> puppet = formats::read_moc3(std::as_bytes(std::span(data, size)));
    if (!puppet.ok()) return 0;
    const Result<rig::Rig> rig = rig::Rig::build(*puppet);
    require(rig.ok());
    evaluate(*rig);
    const std::vector<std::byte> written = formats::write_moc3(*puppet);
    const Result<rig::Puppet> again = formats::read_moc3(written);
    require(again.ok());
    require(formats::write_moc3(*again) == written);
    rig::Puppet raised = *again;
    require(rig::raise_version(raised, rig::MocVersion::v5_3).ok());
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    std::vector<std::string> all;
    for (int version = 1; version <= 6; ++version) {
        const auto bytes =
            formats::write_moc3(tests::tiny_puppet({static_cast<rig::MocVersion>(version), version >= 4}));
        all.push_back(text_of(bytes));
    }
    for (const char* folder : {YURE_FUZZ_SEEDS})
        for (std::string& file : files_in(folder)) all.push_back(std::move(file));
    for (std::string& file : files_in(shared_folder("models"), ".moc3")) all.push_back(std::move(file));
    return all;
}
