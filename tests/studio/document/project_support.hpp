/// A small model in a folder of its own, and sessions on it with a baker that takes no time.
#pragma once

#include <filesystem>
#include <string>

#include "studio/small_model.hpp"
#include "support/temporary_folder.hpp"
#include "yure/studio/session.hpp"

namespace yure::tests {

using studio::Json;

/// Makes one parameter per body that shifts its meshes, driven by one pendulum, and remembers nothing. Bodies called
/// "broken" fail.
studio::BakeFunction quick_bake();

struct Project {
    TemporaryFolder place;
    std::filesystem::path model = place.path() / "Small", file = place.path() / "small.yure";

    explicit Project(const std::string& folder = "Small");
    studio::SessionOptions options(int workers = 0) const;
    /// A new project, saved.
    std::unique_ptr<studio::Session> create(int workers = 0) const;
    std::unique_ptr<studio::Session> open(int workers = 0) const;
};

/// Fails the test with the issues when there are any.
studio::Reply done(const studio::Reply& reply);
/// The first issue's place, or "" when it succeeded.
std::string refused_at(const studio::Reply& reply);

}  // namespace yure::tests
