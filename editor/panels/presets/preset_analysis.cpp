#include "panels/presets/preset_analysis.hpp"

#include "words/words.hpp"

namespace yure::editor {
namespace {

struct Read {
    std::shared_ptr<const studio::ModelGeometry> geometry;  // the subject points into it
    std::shared_ptr<const studio::presets::Subject> subject;
    PresetAnalysis::Found found;
};

PresetAnalysis::Found read(const studio::presets::Subject& subject, const std::vector<studio::presets::RoleWish>& wishes, const Work& work) {
    namespace presets = studio::presets;
    PresetAnalysis::Found found;
    const presets::Parts parts = presets::recognise_parts(subject, wishes);
    for (const presets::MeshRole& mesh : parts.meshes) {
        const bool side = mesh.role == presets::Role::side_hair;
        if (mesh.role == presets::Role::front_hair || (side && mesh.before_face)) ++found.front_hair;
        if (mesh.role == presets::Role::back_hair || (side && !mesh.before_face)) ++found.back_hair;
        if (mesh.role == presets::Role::iris) ++found.irises;
    }
    const presets::LoosenessReport looseness = presets::read_looseness(subject, parts, work);
    found.bottoms_why = looseness.bottoms_why;
    for (const presets::MeshLooseness& mesh : looseness.meshes)
        found.garments.push_back({mesh.id, std::string(presets::role_name(mesh.role)), mesh.why, mesh.loose_art, mesh.simulate});
    return found;
}

}  // namespace

void PresetAnalysis::want(Workbench& workbench) {
    const auto geometry = workbench.session() != nullptr ? workbench.session()->geometry() : nullptr;
    if (geometry == nullptr) return;
    std::string key = std::to_string(workbench.model_serial());
    std::vector<studio::presets::RoleWish> wishes;
    for (const auto& [id, name] : workbench.document().settings.part_roles)
        if (const auto role = studio::presets::find_role(name)) {
            wishes.push_back({id, *role});
            key += " " + id + "=" + name;
        }
    if (key == key_) return;
    key_ = key;
    found_.reset();
    fault_.clear();
    auto made = std::make_shared<Read>();
    made->geometry = geometry;
    studio::JobTask task;
    task.kind = "look";
    task.label = tr("job.look");
    task.run = [made, wishes](const Work& work) -> Status {
        Notices unread;
        work.report("names and art", 0.0);
        auto subject = studio::presets::open_subject(*made->geometry->model, unread);
        if (!subject) return subject.error();
        made->subject = std::make_shared<const studio::presets::Subject>(std::move(*subject));
        work.report("looseness", 0.5);
        made->found = read(*made->subject, wishes, work);
        return {};
    };
    task.finish = [this, made, key, session = workbench.session()] {
        if (key == key_) found_ = made->found;
        session->use_preset_subject(made->subject);
        return studio::JobEnd{};
    };
    workbench.session()->submit(std::move(task));
}

}  // namespace yure::editor
