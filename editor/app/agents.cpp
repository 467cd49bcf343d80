#include "app/agents.hpp"

#include <unistd.h>

#include "words/words.hpp"
#include "yure/studio/build_info.hpp"

namespace yure::editor {

Agents::Agents(Workbench& workbench, std::filesystem::path socket) : workbench_(workbench), socket_(std::move(socket)) {}

void Agents::listen() {
    const std::filesystem::path place =
        !socket_.empty() ? socket_ : mcp::attach_folder() / ("editor-" + std::to_string(::getpid()) + ".sock");
    auto opened = mcp::AttachPoint::open(
        place, [this] { return mcp::SharedSession{workbench_.session(), workbench_.session_serial()}; },
        std::string(studio::build_info().version));
    if (opened) {
        point_ = std::move(*opened);
        return;
    }
    failed_ = true;
    workbench_.toasts.add(ToastKind::warning, tr("agents.failed", {opened.error().text()}));
}

void Agents::advance() {
    const bool wanted = !socket_.empty() || (workbench_.settings.agents && !workbench_.settings_folder.empty());
    if (!wanted) {
        point_.reset();
        failed_ = false;
        told_ = 0;
        return;
    }
    if (!point_ && !failed_) listen();
    if (!point_) return;
    point_->poll();
    if (point_->agents() == told_) return;
    workbench_.toasts.add(ToastKind::info, tr(point_->agents() > told_ ? "agents.came" : "agents.left"));
    told_ = point_->agents();
}

}  // namespace yure::editor
