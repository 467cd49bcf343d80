#include "project/comparison.hpp"

#include <algorithm>

#include "project/workbench.hpp"
#include "words/words.hpp"
#include "yure/baker/unseen_clips.hpp"
#include "yure/studio/model_motions.hpp"
#include "yure/studio/project_compare.hpp"

namespace yure::editor {

const std::vector<baker::DriveClip>& Comparison::clips(const Workbench& workbench, const std::string& id) {
    const studio::ModelGeometry* geometry = workbench.geometry();
    const studio::Body* body = workbench.session() != nullptr ? workbench.document().bodies.find(id) : nullptr;
    std::string key = std::to_string(workbench.model_serial());
    if (body != nullptr)
        for (const baker::InputRequest& input : body->inputs) key += " " + input.id;
    if (key == clips_key_) return clips_;
    clips_key_ = key;
    clips_.clear();
    if (geometry == nullptr || body == nullptr) return clips_;
    baker::UnseenRequest request;
    for (const baker::InputRequest& input : body->inputs) request.inputs.push_back(input.id);
    Notices unread;  // the check tells them
    request.motions = studio::model_motions(*geometry->model, unread);
    clips_ = baker::unseen_clips(geometry->rig.parameters(), request);
    return clips_;
}

void Comparison::play(Workbench& workbench, const std::string& body, const std::string& wanted) {
    const auto& all = clips(workbench, body);
    const auto clip = std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.id == wanted; });
    if (clip == all.end() || !workbench.preview.has_model()) return;
    if (workbench.shown == Shown::exported) workbench.shown = Shown::ghost;
    workbench.preview.simulate = true;
    workbench.preview.driver().play_clip(*clip);
    trace_.start(body);
    played_ = wanted;
    workbench.preview.running = true;
    workbench.preview.reset();
}

void Comparison::jump(Workbench& workbench, int frame) {
    if (!can_jump()) return;
    const auto& all = clips(workbench, trace_.body());
    const auto clip = std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.id == played_; });
    if (clip == all.end()) return;
    if (workbench.shown == Shown::exported) workbench.shown = Shown::ghost;
    workbench.preview.simulate = true;
    workbench.preview.driver().play_clip(*clip);
    workbench.preview.seek(frame);
}

void Comparison::check(Workbench& workbench, const std::string& body, const std::string& clip) {
    if (workbench.session() == nullptr || workbench.geometry() == nullptr) return;
    auto made = std::make_shared<studio::Json>();
    studio::JobTask task;
    task.kind = "compare";
    task.label = tr("job.compare", {body});
    task.subjects = {body};
    task.run = [made, body, clip, document = workbench.session()->snapshot(), geometry = workbench.session()->geometry()](const Work& work) -> Status {
        studio::CompareRequest request;
        request.bodies = {body};
        if (!clip.empty()) request.motions = {clip};
        auto compared = studio::compare_project(*document, *geometry, request, work);
        if (!compared) return compared.error();
        *made = studio::comparison_json(*compared)["bodies"][0];
        return {};
    };
    task.finish = [this, made, body, clip] {
        checks_[body] = {clip, std::move(*made)};
        return studio::JobEnd{};
    };
    workbench.session()->submit(std::move(task));
}

const Comparison::Check* Comparison::checked(const std::string& body) const {
    const auto found = checks_.find(body);
    return found == checks_.end() ? nullptr : &found->second;
}

void Comparison::watch(const std::string& body) {
    if (trace_.body() == body) return;
    trace_.start(body);
    played_.clear();
}

void Comparison::frame(const Preview& preview) {
    if (!played_.empty() && !preview.driver().playing_clip()) {
        // Something else drives the model now.
        played_.clear();
        trace_.start(trace_.body());
    }
    if (trace_.body().empty() || preview.reference() == nullptr || preview.reference_pose() == nullptr) return;
    const auto body = preview.reference()->body(trace_.body());
    if (!body) return;
    const int frame = preview.frame_number();
    const bool known = !played_.empty() && frame >= trace_.first_frame() && frame < trace_.first_frame() + trace_.frames();
    // On the way to a frame, in frames that are known, and when the motion has ended, what was recorded stays.
    if (known || preview.seeking() || (!played_.empty() && preview.driver().clip_over())) {
        trace_.look(*body, preview.exported());
        return;
    }
    trace_.add(frame, *body, preview.exported());
}

}  // namespace yure::editor
