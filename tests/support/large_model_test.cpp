#include "support/large_model.hpp"

#include "support/catch.hpp"
#include "support/shared_data.hpp"
#include "support/temporary_folder.hpp"

#include <cmath>

#include "yure/core/random.hpp"
#include "yure/formats/moc3.hpp"
#include "yure/rig/rig.hpp"
#include "yure/studio/budget.hpp"
#include "yure/studio/model_check.hpp"
#include "yure/studio/model_folder.hpp"

namespace yure::tests {

TEST_CASE("the large model has the numbers of the biggest sample") {
    const rig::Puppet puppet = large_puppet();
    const studio::ModelSize size = studio::puppet_size(puppet);
    CHECK(size.at("art_meshes") == 262);
    CHECK(size.at("vertices") == 6020);
    CHECK(size.at("parameters") == 132);
    CHECK(size.at("masks") == 65);
    CHECK(puppet.warp.rows.size() == 118);
    CHECK(puppet.rotation.base_angle.size() == 60);
    CHECK(std::abs(size.at("keyforms") - 1359) < 20);
    int hair = 0;
    for (const std::string& id : large_hair()) {
        const int mesh = puppet.find_mesh(id);
        REQUIRE(mesh >= 0);
        hair += puppet.mesh.vertex_count[static_cast<std::size_t>(mesh)];
    }
    CHECK(hair == 1000);

    const pendulum::Physics physics = large_physics();
    std::size_t inputs = 0, outputs = 0, vertices = 0;
    for (const pendulum::Group& group : physics.groups) {
        inputs += group.inputs.size();
        outputs += group.outputs.size();
        vertices += group.vertices.size();
    }
    CHECK(physics.groups.size() == 16);
    CHECK(inputs == 43);
    CHECK(outputs == 20);
    CHECK(vertices == 33);
}

TEST_CASE("the large puppet stays on its canvas and every parameter but a few idle ones moves it") {
    const rig::Puppet puppet = large_puppet();
    const Result<rig::Rig> rig = rig::Rig::build(puppet);
    INFO((rig.ok() ? std::string() : rig.error().text()));
    REQUIRE(rig.ok());
    rig::Evaluation evaluation(*rig);
    Random random(3);
    std::vector<float> values = rig->default_values();
    const auto positions = [&] {
        evaluation.evaluate(values);
        std::vector<Vec2> all;
        for (int mesh = 0; mesh < puppet.mesh_count(); ++mesh) {
            const std::size_t begin = all.size();
            all.resize(begin + static_cast<std::size_t>(puppet.mesh.vertex_count[static_cast<std::size_t>(mesh)]));
            evaluation.world_positions(mesh, std::span(all).subspan(begin));
        }
        return all;
    };
    const std::vector<Vec2> rest = positions();
    int idle = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const float kept = values[i];
        values[i] = rig->parameters()[i].max == kept ? rig->parameters()[i].min : rig->parameters()[i].max;
        if (positions() == rest) ++idle;
        values[i] = kept;
    }
    CHECK(idle <= 16);
    for (int pose = 0; pose < 50; ++pose) {
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<float>(random.uniform(rig->parameters()[i].min, rig->parameters()[i].max));
        for (const Vec2 at : positions()) {
            REQUIRE(std::abs(at.x - 1000.0f) < 1000.0f);
            REQUIRE(std::abs(at.y - 1500.0f) < 1500.0f);
        }
    }
}

TEST_CASE("the large model's folder opens without a notice, checks without an error and is the same every time") {
    const TemporaryFolder first, second;
    write_large_model(first.path(), 64);
    write_large_model(second.path(), 64);
    const auto model = studio::open_model(first.path());
    INFO((model.ok() ? std::string() : model.error().text()));
    REQUIRE(model.ok());
    CHECK(model->notices.empty());
    CHECK(model->moc_bytes == read_bytes(second.path() / "Large.moc3"));
    CHECK(formats::write_moc3(model->puppet) == model->moc_bytes);
    const studio::CheckReport report = studio::check_model(first.path());
    std::string found;
    for (const auto& finding : report.findings) found += studio::finding_line(finding) + "\n";
    INFO(found);
    CHECK(report.errors() == 0);
    CHECK(report.warnings() == 0);
}

}  // namespace yure::tests
