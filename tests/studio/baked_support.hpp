/// Bakes into folders of a test's own, for tests that read what lies there.
#pragma once

#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include "yure/studio/bake_folder.hpp"
#include "yure/studio/body_words.hpp"
#include "yure/studio/parallel.hpp"

namespace yure::tests {

inline Work two_threads() {
    Work work;
    work.parallel_for = studio::parallel_for(2);
    return work;
}

/// A bake that lies on the disk, and the model that it was made from.
struct BakedOnDisk {
    TemporaryFolder place;
    studio::Model source;
    std::vector<baker::BodyRequest> bodies;
    studio::BakeOutcome outcome;

    BakedOnDisk(const std::filesystem::path& model, std::vector<baker::BodyRequest> asked) : bodies(std::move(asked)) {
        source = studio::open_model(model).value();
        studio::BakeOrder order;
        order.bodies = bodies;
        order.program = "test";
        auto out = studio::OutputFolder::begin(folder(), studio::Overwrite::refuse);
        REQUIRE(out.ok());
        auto baked = studio::bake_to_folder(source, order, *out, two_threads());
        if (!baked) FAIL(baked.error().text());
        outcome = std::move(*baked);
        REQUIRE(out->commit().ok());
    }
    BakedOnDisk(const BakedOnDisk&) = delete;
    BakedOnDisk& operator=(const BakedOnDisk&) = delete;

    std::filesystem::path folder() const { return place.path() / "baked"; }
};

}  // namespace yure::tests
