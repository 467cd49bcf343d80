#include "replay_document.hpp"

#include "packed.hpp"
#include "shape_basis.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "yure/studio/number_text.hpp"

namespace yure::studio {
namespace {

using nlohmann::ordered_json;
using Scene = ReplayRecorder::Scene;
using Track = ReplayRecorder::Track;

constexpr int kMostShapes = 112;
constexpr std::size_t kMostCells = 2'000'000;  // of a table that shapes are looked for in

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

/// x0 y0 x1 y1 … -> x0 x1 … y0 y1 …, since neighbours then differ little.
void append_planar(std::span<const float> row, std::vector<float>& out) {
    for (std::size_t k = 0; k < row.size(); k += 2) out.push_back(row[k]);
    for (std::size_t k = 1; k < row.size(); k += 2) out.push_back(row[k]);
}

/// Shapes as they are kept: the largest entry of each is 1, so that shares are px.
struct KeptShapes {
    ShapeBasis basis;
    std::vector<float> size;  ///< largest entry of the orthonormal shape

    KeptShapes() = default;
    explicit KeptShapes(ShapeBasis found) : basis(std::move(found)) {
        for (int k = 0; k < basis.count(); ++k) {
            float largest = 1e-12f;
            for (const float value : basis.shape(k)) largest = std::max(largest, std::abs(value));
            size.push_back(largest);
        }
    }
    ordered_json add_to(Packer& packer) const {
        std::vector<float> values;
        for (int k = 0; k < basis.count(); ++k)
            for (const float value : basis.shape(k)) values.push_back(value / size[at(k)]);
        return packer.add(values, basis.columns, 1.0f / 32767.0f);
    }
};

/// Shares of all shapes over a clip: one row a shape.
class Shares {
  public:
    Shares(const KeptShapes& shapes, int frames)
        : shapes_(shapes), frames_(frames), values_(at(shapes.basis.count()) * at(frames)) {}

    void put(int frame, std::span<const float> planar) {
        share_.resize(at(shapes_.basis.count()));
        shapes_.basis.project(planar, share_);
        left_.assign(planar.begin(), planar.end());
        for (std::size_t k = 0; k < share_.size(); ++k) {
            values_[k * at(frames_) + at(frame)] = share_[k] * shapes_.size[k];
            const std::span<const float> shape = shapes_.basis.shape(static_cast<int>(k));
            for (std::size_t c = 0; c < left_.size(); ++c) left_[c] -= share_[k] * shape[c];
        }
        float most = 0.0f;
        for (const float missed : left_) most = std::max(most, std::abs(missed));
        missed_px.push_back(static_cast<double>(most));
    }
    ordered_json add_to(Packer& packer, float step) const { return packer.add(values_, frames_, step); }

    std::vector<double> missed_px;  ///< per frame: the coordinate that the shapes miss most

  private:
    const KeptShapes& shapes_;
    int frames_;
    std::vector<float> values_, share_, left_;
};

KeptShapes shapes_of_body(const std::vector<Scene>& scenes, int body, std::vector<float> Track::*table,
                          float tolerance) {
    std::size_t cells = 0;
    int columns = 0;
    for (const Scene& scene : scenes)
        for (const Track& track : scene.tracks)
            if (track.body == body) {
                cells += (track.*table).size();
                columns = static_cast<int>((track.*table).size()) / std::max(1, scene.frames());
            }
    const int every = static_cast<int>(cells / kMostCells) + 1;
    std::vector<float> rows;
    int count = 0;
    for (const Scene& scene : scenes)
        for (const Track& track : scene.tracks)
            if (track.body == body)
                for (int frame = 0; frame < scene.frames(); ++frame)
                    if (count++ % every == 0)
                        append_planar(std::span(track.*table).subspan(at(frame) * at(columns), at(columns)), rows);
    return KeptShapes(find_shapes(std::move(rows), columns, tolerance, kMostShapes));
}

ordered_json meshes_json(const rig::Puppet& puppet, const ReplayStage& stage,
                         const std::vector<std::vector<int>>& body_meshes, Packer& packer) {
    std::vector<int> place(at(puppet.mesh_count()), -1);
    for (std::size_t k = 0; k < stage.meshes.size(); ++k) place[at(stage.meshes[k])] = static_cast<int>(k);
    ordered_json list = ordered_json::array();
    for (const int mesh : stage.meshes) {
        const std::size_t m = at(mesh);
        const std::uint8_t flags = puppet.mesh.flags[m];
        ordered_json entry{{"id", std::string(puppet.mesh.id[m].view())},
                           {"vertices", puppet.mesh.vertex_count[m]},
                           {"texture", puppet.mesh.texture[m]},
                           {"opacity", tidy(stage.rest_opacity[m])}};
        for (std::size_t b = 0; b < body_meshes.size(); ++b)
            if (std::find(body_meshes[b].begin(), body_meshes[b].end(), mesh) != body_meshes[b].end())
                entry["body"] = b;
        if ((flags & rig::kAdditive) != 0) entry["blend"] = "additive";
        if ((flags & rig::kMultiplicative) != 0) entry["blend"] = "multiplicative";
        if ((flags & rig::kDoubleSided) == 0) entry["single_sided"] = true;
        ordered_json masks = ordered_json::array();
        for (int k = 0; k < puppet.mesh.mask_count[m]; ++k)
            if (const int mask = puppet.masks[at(puppet.mesh.mask_begin[m] + k)]; mask >= 0 && place[at(mask)] >= 0)
                masks.push_back(place[at(mask)]);
        if (!masks.empty()) {
            entry["masks"] = std::move(masks);
            if ((flags & rig::kInvertedMask) != 0) entry["inverted_mask"] = true;
        }
        const auto color = [&](const char* name, const rig::Color& value, const rig::Color& plain) {
            if (!(value == plain)) entry[name] = {tidy(value.r), tidy(value.g), tidy(value.b)};
        };
        color("multiply", stage.multiply[m], {1.0f, 1.0f, 1.0f});
        color("screen", stage.screen[m], {0.0f, 0.0f, 0.0f});
        const std::vector<Vec2> uvs = puppet.mesh_uvs(mesh);
        std::vector<float> planar;
        for (const Vec2 uv : uvs) planar.push_back(uv.x);
        for (const Vec2 uv : uvs) planar.push_back(uv.y);
        entry["uv"] = packer.add(planar, static_cast<int>(uvs.size()), 1.0f / 32767.0f);
        const std::vector<std::uint16_t> triangles = puppet.mesh_triangles(mesh);
        entry["triangles"] = packer.add_indices(triangles, static_cast<int>(triangles.size()));
        list.push_back(std::move(entry));
    }
    return list;
}

ordered_json key_shapes_json(const baker::BodyResult& body, const ReplayStage& stage, std::span<const int> meshes,
                             Packer& packer) {
    ordered_json list = ordered_json::array();
    for (std::size_t p = 0; p < body.parameters.size(); ++p) {
        const baker::WrittenParameter& written = body.parameters[p];
        const std::vector<float>& keys = body.bake.parameters[p].keys;
        if (keys.empty() || !(written.gain > 0.0f)) continue;
        std::vector<float> planar;
        for (const float key : keys)
            append_planar(
                stage.moved_by(written.id, key * written.range / baker::kKeyedRange, meshes, 1.0f / written.gain),
                planar);
        const int columns = static_cast<int>(planar.size() / keys.size());
        ordered_json key_values = ordered_json::array();
        for (const float key : keys) key_values.push_back(tidy(key * written.range / baker::kKeyedRange));
        list.push_back({{"parameter", written.id},
                        {"keys", std::move(key_values)},
                        {"offsets", packer.add(planar, columns, 0.02f)}});
    }
    return list;
}

ordered_json inputs_json(const baker::DriveClip& clip, int frames, Packer& packer) {
    std::vector<float> rows;
    float largest = 0.0f;
    for (int c = 0; c < clip.inputs(); ++c)
        for (int frame = 0; frame < frames; ++frame) {
            rows.push_back(clip.frame(2 * frame)[at(c)]);
            largest = std::max(largest, std::abs(rows.back()));
        }
    return {{"ids", clip.input_ids}, {"values", packer.add(rows, frames, std::max(1e-4f, largest / 4000.0f))}};
}

/// px that the kept shapes miss, per frame.
struct Missed {
    std::vector<double> model, bodies;
};

/// What 95 % of the frames stay below.
double usual(const std::vector<Missed>& clips, std::vector<double> Missed::*table) {
    std::vector<double> all;
    for (const Missed& clip : clips) all.insert(all.end(), (clip.*table).begin(), (clip.*table).end());
    return std::round(100.0 * baker::percentile(std::move(all), 0.95)) / 100.0;
}

/// Everything about one clip, in a text of its own: a page unpacks only what it plays, and can leave clips out.
ordered_json scene_json(const Scene& scene, const SceneLooks& looks, const KeptShapes& model_shapes,
                        const std::vector<KeptShapes>& simulated, const std::vector<KeptShapes>& baked,
                        const ReplayStage& stage, float step, Missed& missed) {
    Packer packer;
    const int frames = scene.frames();
    Shares model(model_shapes, frames);
    stage.play(scene, [&](int frame, const StageFrame& shown) { model.put(frame, stage.kept_planar(shown)); });
    missed.model = model.missed_px;
    ordered_json bodies = ordered_json::array();
    for (const Track& track : scene.tracks) {
        const std::size_t b = at(track.body);
        const int columns = simulated[b].basis.columns;
        Shares s(simulated[b], frames), e(baked[b], frames);
        std::vector<float> planar;
        for (int frame = 0; frame < frames; ++frame)
            for (const auto& [table, shares] : {std::pair{&track.simulated, &s}, std::pair{&track.baked, &e}}) {
                planar.clear();
                append_planar(std::span(*table).subspan(at(frame) * at(columns), at(columns)), planar);
                shares->put(frame, planar);
            }
        missed.bodies.insert(missed.bodies.end(), s.missed_px.begin(), s.missed_px.end());
        missed.bodies.insert(missed.bodies.end(), e.missed_px.begin(), e.missed_px.end());
        std::vector<float> tips(track.simulated_tip.begin(), track.simulated_tip.end());
        tips.insert(tips.end(), track.baked_tip.begin(), track.baked_tip.end());
        bodies.push_back({{"body", track.body},
                          {"simulated", s.add_to(packer, step)},
                          {"baked", e.add_to(packer, step)},
                          {"angle", packer.add(track.angle, frames, 1e-4f)},
                          {"tips", packer.add(tips, frames, 0.05f)}});
    }
    ordered_json json{{"id", scene.clip.id},
                      {"frames", frames},
                      {"inputs", inputs_json(scene.clip, frames, packer)},
                      {"model", model.add_to(packer, step)},
                      {"bodies", std::move(bodies)}};
    looks.describe(json, stage, packer);
    json["data"] = packer.text();
    return json;
}

/// Where the whole model goes in all clips, as shapes.
KeptShapes shapes_of_model(const ReplayFrames& frames, float tolerance) {
    const std::size_t columns = frames.stage.columns();
    std::vector<float> rows;
    StageFrame frame;
    for (const std::vector<float>& table : frames.samples)
        for (std::size_t row = 0; row + columns <= table.size(); row += columns) {
            frame.moved.assign(table.begin() + static_cast<std::ptrdiff_t>(row),
                               table.begin() + static_cast<std::ptrdiff_t>(row + columns));
            const std::vector<float> planar = frames.stage.kept_planar(frame);
            rows.insert(rows.end(), planar.begin(), planar.end());
        }
    return KeptShapes(find_shapes(std::move(rows), frames.stage.kept_columns(), tolerance, kMostShapes));
}

/// The clips in which least is to be seen go first when there is no room for all.
double interest(const Scene& scene) {
    double most = -1.0;
    for (const Track& track : scene.tracks)
        most = std::max(most, track.simulated_px * std::clamp(1.0 - track.r2, 0.02, 2.0));
    return most;
}

std::size_t data_bytes(const ordered_json& object) {
    return object["data"].get_ref<const std::string&>().size();
}

/// Puts the clips that fit into the document, and says in which there is most to see.
void keep_clips(std::vector<ordered_json> clips, const std::vector<Scene>& scenes, std::size_t most_bytes,
                ordered_json& document) {
    std::vector<std::size_t> by_interest(scenes.size());
    for (std::size_t k = 0; k < by_interest.size(); ++k) by_interest[k] = k;
    std::stable_sort(by_interest.begin(), by_interest.end(),
                     [&](std::size_t a, std::size_t b) { return interest(scenes[a]) > interest(scenes[b]); });
    std::size_t bytes = data_bytes(document);
    std::set<std::size_t> kept;
    for (const std::size_t k : by_interest) {
        bytes += data_bytes(clips[k]);
        if (bytes <= most_bytes || kept.empty()) kept.insert(k);
    }
    document["clips"] = ordered_json::array();
    document["clips_by_interest"] = ordered_json::array();
    for (const std::size_t k : kept) document["clips"].push_back(std::move(clips[k]));
    for (const std::size_t k : by_interest)
        if (kept.contains(k)) document["clips_by_interest"].push_back(std::distance(kept.begin(), kept.find(k)));
}

}  // namespace

Result<ordered_json> replay_of(const ReplayFrames& frames, const baker::BakeResult& result, std::size_t most_bytes,
                               const Work& work) {
    const ReplayStage& stage = frames.stage;
    const std::size_t body_count = frames.body_meshes.size();
    const rig::Canvas& area = result.puppet.canvas;
    const float canvas = std::max({area.width, area.height, 1.0f});
    nlohmann::ordered_json replay;
    std::vector<ordered_json> clips(frames.scenes.size());
    for (const float coarser : {1.0f, 2.0f, 4.0f, 8.0f}) {
        const float body_tolerance = coarser * canvas / 8000.0f, model_tolerance = coarser * canvas / 3000.0f;
        const KeptShapes model = shapes_of_model(frames, model_tolerance);
        std::vector<KeptShapes> simulated(body_count), baked(body_count);
        work.parallel_for(2 * body_count, [&](std::size_t k) {
            if (work.is_cancelled()) return;
            const std::size_t b = k / 2;
            (k % 2 == 0 ? simulated : baked)[b] = shapes_of_body(
                frames.scenes, static_cast<int>(b), k % 2 == 0 ? &Track::simulated : &Track::baked, body_tolerance);
        });
        if (work.is_cancelled()) return baker::cancelled_error();
        std::vector<Missed> missed(clips.size());
        work.parallel_for(clips.size(), [&](std::size_t k) {
            if (!work.is_cancelled())
                clips[k] = scene_json(frames.scenes[k], frames.looks[k], model, simulated, baked, stage,
                                      body_tolerance / 4.0f, missed[k]);
        });
        if (work.is_cancelled()) return baker::cancelled_error();

        Packer packer;
        ordered_json bodies = ordered_json::array();
        for (std::size_t b = 0; b < body_count; ++b)
            bodies.push_back({{"id", result.bodies[b].id},
                              {"meshes", stage.places(frames.body_meshes[b])},
                              {"simulated", simulated[b].add_to(packer)},
                              {"baked", baked[b].add_to(packer)},
                              {"key_shapes", key_shapes_json(result.bodies[b], stage, frames.body_meshes[b], packer)}});
        replay = {{"format", "yure-replay/1"},
                  {"fps", 30},
                  {"canvas", {{"width", tidy(area.width)}, {"height", tidy(area.height)}}},
                  {"missed_px", {{"bodies", usual(missed, &Missed::bodies)}, {"model", usual(missed, &Missed::model)}}},
                  {"meshes", meshes_json(result.puppet, stage, frames.body_meshes, packer)},
                  {"order", stage.kept_order(stage.rest_order)},
                  {"rest", packer.add(stage.kept_rest(), stage.kept_columns(), canvas / 32000.0f)},
                  {"model", model.add_to(packer)},
                  {"bodies", std::move(bodies)}};
        replay["data"] = packer.text();
        std::size_t bytes = data_bytes(replay);
        for (const ordered_json& clip : clips) bytes += data_bytes(clip);
        if (bytes <= most_bytes) break;
    }
    keep_clips(std::move(clips), frames.scenes, most_bytes, replay);
    return replay;
}

}  // namespace yure::studio
