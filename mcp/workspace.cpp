#include "workspace.hpp"

#include "yure/studio/picture.hpp"

namespace yure::mcp {

Project& Workspace::add(std::unique_ptr<studio::Session> session) {
    const std::string id = "p" + std::to_string(next_++);
    Project& project = projects_[id];
    project.id = id;
    project.session = session.get();
    project.owned = std::move(session);
    return project;
}

void Workspace::share(studio::Session* session, int serial) {
    const bool same = shared_serial_ == serial && (session != nullptr) == !projects_.empty();
    shared_serial_ = serial;
    if (session != nullptr)
        if (auto root = FileRoot::at(session->folder())) root_ = std::move(*root);
    if (same) return;
    projects_.clear();
    if (session == nullptr) return;
    const std::string id = "p" + std::to_string(next_++);
    Project& project = projects_[id];
    project.id = id;
    project.session = session;
}

Project* Workspace::shared_project() {
    return is_shared() && !projects_.empty() ? &projects_.begin()->second : nullptr;
}

Project* Workspace::find(const std::string& id) {
    const auto place = projects_.find(id);
    return place == projects_.end() ? nullptr : &place->second;
}

bool Workspace::close(const std::string& id) {
    return projects_.erase(id) > 0;
}

void Workspace::poll() {
    for (auto& [id, project] : projects_) project.session->poll();
}

Result<render::PuppetRenderer*> Workspace::renderer(Project& project) {
    const auto& geometry = project.session->geometry();
    if (!geometry) return project.session->model_error();
    if (project.renderer && project.drawn == geometry) return project.renderer.get();
    if (!context_) {
        Result<render::Context> context = render::Context::headless();
        if (!context) return context.error();
        context_ = std::move(*context);
    }
    Notices notices;
    const std::vector<studio::Picture> pages = studio::load_textures(*geometry->model, notices);
    std::vector<render::ImageView> views;
    for (const studio::Picture& page : pages) views.push_back({page.width, page.height, page.rgba});
    Result<render::PuppetRenderer> built = render::PuppetRenderer::build(*context_, geometry->model->puppet, views);
    if (!built) return built.error();
    project.renderer = std::make_unique<render::PuppetRenderer>(std::move(*built));
    project.drawn = geometry;
    return project.renderer.get();
}

}  // namespace yure::mcp
