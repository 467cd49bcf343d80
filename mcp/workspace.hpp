/// Open projects, previews and remembered requests: what lives between messages. Private to mcp.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "file_root.hpp"
#include "json_rpc.hpp"
#include "preview.hpp"
#include "yure/render/puppet_renderer.hpp"
#include "yure/studio/session.hpp"

namespace yure::mcp {

/// One open project.
struct Project {
    std::string id;  ///< "p1"
    studio::Session* session = nullptr;
    std::unique_ptr<studio::Session> owned;  ///< the same, unless somebody else owns it
    /// Answers to requests that carried a request_id, with what was asked; the oldest go first.
    struct Answered {
        std::uint64_t asked = 0;
        Json result;
    };
    std::map<std::string, Answered> answered;
    std::vector<std::string> answered_order;
    std::map<std::string, std::unique_ptr<Preview>> previews;
    int next_preview = 1;
    /// Pictures of the model: built when first asked for, dropped when the model changes.
    std::shared_ptr<const studio::ModelGeometry> drawn;
    std::unique_ptr<render::PuppetRenderer> renderer;
};

class Workspace {
  public:
    Workspace(FileRoot root, studio::SessionOptions options) : root_(std::move(root)), options_(std::move(options)) {}

    const FileRoot& root() const { return root_; }
    const studio::SessionOptions& options() const { return options_; }
    Project& add(std::unique_ptr<studio::Session> session);
    Project* find(const std::string& id);
    bool close(const std::string& id);
    /// From now on the only project is this session of somebody else (none when null); its folder is the root. Another
    /// serial is another project, with an id of its own.
    void share(studio::Session* session, int serial);
    /// The project of the shared session; null when nothing is open there, or nothing is shared.
    Project* shared_project();
    bool is_shared() const { return shared_serial_.has_value(); }
    std::map<std::string, Project>& projects() { return projects_; }
    void poll();

    /// A renderer for the project's model; an error where the machine cannot draw.
    Result<render::PuppetRenderer*> renderer(Project& project);

  private:
    FileRoot root_;
    studio::SessionOptions options_;
    std::map<std::string, Project> projects_;
    std::optional<int> shared_serial_;
    int next_ = 1;
    std::optional<render::Context> context_;
};

}  // namespace yure::mcp
