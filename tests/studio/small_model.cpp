#include "studio/small_model.hpp"

#include <fstream>
#include <png.h>
#include <vector>

#include "yure/formats/moc3.hpp"

namespace yure::tests {
namespace {

using nlohmann::ordered_json;

/// Appends positions as one block of the table and gives its start; blocks are multiples of 16 floats.
int append_block(rig::Puppet& puppet, const std::vector<Vec2>& points) {
    const auto begin = static_cast<int>(puppet.positions.size());
    for (const Vec2 p : points) {
        puppet.positions.push_back(p.x);
        puppet.positions.push_back(p.y);
    }
    while (puppet.positions.size() % 16 != 0) puppet.positions.push_back(0.0f);
    return begin;
}

/// A strip of 2 x rows vertices from (left, top) downwards, with its uvs and triangles.
std::vector<Vec2> strip(float left, float top, float width, float height, int rows) {
    std::vector<Vec2> points;
    for (int row = 0; row < rows; ++row)
        for (int side = 0; side < 2; ++side)
            points.push_back({left + width * static_cast<float>(side),
                              top + height * static_cast<float>(row) / static_cast<float>(rows - 1)});
    return points;
}

void add_mesh(rig::Puppet& puppet, const char* id, int band, const std::vector<std::vector<Vec2>>& keyforms) {
    rig::MeshTable& mesh = puppet.mesh;
    const int vertices = static_cast<int>(keyforms.front().size());
    mesh.id.emplace_back(id);
    mesh.band.push_back(band);
    mesh.kf_begin.push_back(static_cast<int>(puppet.mesh_kf.opacity.size()));
    mesh.kf_count.push_back(static_cast<int>(keyforms.size()));
    mesh.visible.push_back(1);
    mesh.enabled.push_back(1);
    mesh.part.push_back(0);
    mesh.parent.push_back(-1);
    mesh.texture.push_back(0);
    mesh.flags.push_back(0);
    mesh.vertex_count.push_back(vertices);
    mesh.uv_begin.push_back(static_cast<int>(puppet.uvs.size()));
    mesh.tri_begin.push_back(static_cast<int>(puppet.triangles.size()));
    mesh.mask_begin.push_back(0);
    mesh.mask_count.push_back(0);
    for (const Vec2 p : keyforms.front()) {
        puppet.uvs.push_back(p.x * 0.5f + 0.5f);
        puppet.uvs.push_back(p.y * 0.5f + 0.5f);
    }
    for (int row = 0; row + 3 < vertices; row += 2)
        for (const int corner : {0, 1, 2, 1, 3, 2})
            puppet.triangles.push_back(static_cast<std::uint16_t>(row + corner));
    mesh.tri_count.push_back(static_cast<int>(puppet.triangles.size()) - mesh.tri_begin.back());
    for (const auto& points : keyforms) {
        puppet.mesh_kf.opacity.push_back(1.0f);
        puppet.mesh_kf.draw_order.push_back(500.0f);
        puppet.mesh_kf.pos_begin.push_back(append_block(puppet, points));
    }
}

void add_parameter(rig::Puppet& puppet, const char* id, float min, float max, float value, int bindings_begin,
                   int bindings) {
    rig::ParameterTable& parameter = puppet.parameter;
    parameter.id.emplace_back(id);
    parameter.min.push_back(min);
    parameter.max.push_back(max);
    parameter.default_value.push_back(value);
    parameter.repeat.push_back(0);
    parameter.decimals.push_back(1);
    parameter.pbind_begin.push_back(bindings_begin);
    parameter.pbind_count.push_back(bindings);
}

std::vector<Vec2> moved(std::vector<Vec2> points, float by, float sway) {
    const float top = points.front().y, height = points.back().y - top;
    for (Vec2& p : points) p.x += by + sway * (p.y - top) / height;
    return points;
}

ordered_json vertex(float y, float mobility, float radius) {
    return {{"Position", {{"X", 0.0}, {"Y", y}}},
            {"Mobility", mobility},
            {"Delay", 0.9},
            {"Acceleration", 1.5},
            {"Radius", radius}};
}

}  // namespace

rig::Puppet small_puppet() {
    rig::Puppet puppet;
    puppet.version = rig::MocVersion::v4_0;
    puppet.canvas.pixels_per_unit = 100.0f;
    puppet.canvas.origin_x = puppet.canvas.origin_y = 100.0f;
    puppet.canvas.width = puppet.canvas.height = 200.0f;
    for (const char* id : {"Part0", "Part1"}) {
        puppet.part.id.emplace_back(id);
        puppet.part.band.push_back(0);
        puppet.part.kf_begin.push_back(static_cast<int>(puppet.part_kf.draw_order.size()));
        puppet.part.kf_count.push_back(1);
        puppet.part.visible.push_back(1);
        puppet.part.enabled.push_back(1);
        puppet.part.parent.push_back(-1);
        puppet.part_kf.draw_order.push_back(500.0f);
    }
    add_parameter(puppet, "ParamAngleX", -30, 30, 0, 0, 1);
    add_parameter(puppet, "ParamHair", -1, 1, 0, 1, 1);
    add_parameter(puppet, "ParamEyeLOpen", 0, 1, 1, -1, 0);
    puppet.keys = {-30, 0, 30, -1, 0, 1};
    puppet.binding.key_begin = {0, 3};
    puppet.binding.key_count = {3, 3};
    // Bands: nothing; ParamAngleX; ParamAngleX x ParamHair.
    puppet.band_bindings = {0, 0, 1};
    puppet.band.begin = {0, 0, 1};
    puppet.band.count = {0, 1, 2};

    const std::vector<Vec2> face = strip(-0.3f, -0.6f, 0.6f, 0.6f, 2), hair = strip(-0.2f, -0.5f, 0.3f, 1.0f, 6),
                            back = strip(-0.9f, -0.9f, 1.8f, 1.8f, 2);
    add_mesh(puppet, "Face", 1, {moved(face, -0.15f, 0), face, moved(face, 0.15f, 0)});
    std::vector<std::vector<Vec2>> swinging;
    for (const float sway : {-0.2f, 0.0f, 0.2f})
        for (const float turn : {-0.15f, 0.0f, 0.15f}) swinging.push_back(moved(hair, turn, sway));
    add_mesh(puppet, "Hair", 2, swinging);
    add_mesh(puppet, "Back", 0, {back});

    puppet.group.obj_begin = {0};
    puppet.group.obj_count = {3};
    puppet.group.total_count = {3};
    puppet.group.max_order = {500};
    puppet.group.min_order = {500};
    puppet.group_member.type = {0, 0, 0};
    puppet.group_member.index = {0, 1, 2};
    puppet.group_member.group = {-1, -1, -1};
    return puppet;
}

SmallModel::SmallModel() : texture(small_png(4, 4)) {
    model3 = {{"Version", 3},
              {"FileReferences",
               {{"Moc", "Small.moc3"},
                {"Textures", {"Small.4/texture_00.png"}},
                {"Physics", "Small.physics3.json"},
                {"Pose", "Small.pose3.json"},
                {"DisplayInfo", "Small.cdi3.json"},
                {"UserData", "Small.userdata3.json"},
                {"Expressions", {{{"Name", "smile"}, {"File", "expressions/smile.exp3.json"}}}},
                {"Motions", {{"Idle", {{{"File", "motions/idle.motion3.json"}, {"FadeInTime", 0.5}}}}}}}},
              {"Groups", {{{"Target", "Parameter"}, {"Name", "EyeBlink"}, {"Ids", {"ParamEyeLOpen"}}}}},
              {"HitAreas", {{{"Id", "Face"}, {"Name", "Head"}}}}};
    physics3 = {{"Version", 3},
                {"Meta",
                 {{"PhysicsSettingCount", 1},
                  {"TotalInputCount", 1},
                  {"TotalOutputCount", 1},
                  {"VertexCount", 2},
                  {"Fps", 60},
                  {"EffectiveForces", {{"Gravity", {{"X", 0}, {"Y", -1}}}, {"Wind", {{"X", 0}, {"Y", 0}}}}},
                  {"PhysicsDictionary", {{{"Id", "PhysicsSetting1"}, {"Name", "hair"}}}}}},
                {"PhysicsSettings",
                 {{{"Id", "PhysicsSetting1"},
                   {"Input",
                    {{{"Source", {{"Target", "Parameter"}, {"Id", "ParamAngleX"}}},
                      {"Weight", 100},
                      {"Type", "X"},
                      {"Reflect", false}}}},
                   {"Output",
                    {{{"Destination", {{"Target", "Parameter"}, {"Id", "ParamHair"}}},
                      {"VertexIndex", 1},
                      {"Scale", 1.5},
                      {"Weight", 100},
                      {"Type", "Angle"},
                      {"Reflect", false}}}},
                   {"Vertices", {vertex(0, 1, 0), vertex(10, 0.95f, 10)}},
                   {"Normalization",
                    {{"Position", {{"Minimum", -10}, {"Default", 0}, {"Maximum", 10}}},
                     {"Angle", {{"Minimum", -10}, {"Default", 0}, {"Maximum", 10}}}}}}}}};
    motion3 = {{"Version", 3},
               {"Meta",
                {{"Duration", 2},
                 {"Fps", 30},
                 {"Loop", true},
                 {"AreBeziersRestricted", true},
                 {"CurveCount", 1},
                 {"TotalSegmentCount", 2},
                 {"TotalPointCount", 3},
                 {"UserDataCount", 0},
                 {"TotalUserDataSize", 0}}},
               {"Curves", {{{"Target", "Parameter"}, {"Id", "ParamAngleX"}, {"Segments", {0, 0, 0, 1, 30, 0, 2, 0}}}}}};
    expression = {{"Type", "Live2D Expression"},
                  {"Parameters", {{{"Id", "ParamEyeLOpen"}, {"Value", 0.5}, {"Blend", "Multiply"}}}}};
    pose = {
        {"Type", "Live2D Pose"},
        {"Groups",
         {{{{"Id", "Part0"}, {"Link", ordered_json::array()}}, {{"Id", "Part1"}, {"Link", ordered_json::array()}}}}}};
    cdi3 = {{"Version", 3},
            {"Parameters", {{{"Id", "ParamAngleX"}, {"GroupId", ""}, {"Name", "Angle X"}}}},
            {"ParameterGroups", ordered_json::array()},
            {"Parts", {{{"Id", "Part0"}, {"Name", "Body"}}}}};
    user_data = {{"Version", 3},
                 {"Meta", {{"UserDataCount", 0}, {"TotalUserDataSize", 0}}},
                 {"UserData", ordered_json::array()}};
}

void SmallModel::write(const std::filesystem::path& folder) const {
    const std::vector<std::byte> moc = formats::write_moc3(puppet);
    write_text(folder / "Small.moc3", std::string(reinterpret_cast<const char*>(moc.data()), moc.size()));
    write_text(folder / "Small.4/texture_00.png", texture);
    write_text(folder / "Small.model3.json", model3.dump(2));
    write_text(folder / "Small.physics3.json", physics3.dump(2));
    write_text(folder / "Small.pose3.json", pose.dump(2));
    write_text(folder / "Small.cdi3.json", cdi3.dump(2));
    write_text(folder / "Small.userdata3.json", user_data.dump(2));
    write_text(folder / "expressions/smile.exp3.json", expression.dump(2));
    write_text(folder / "motions/idle.motion3.json", motion3.dump(2));
}

std::string small_png(int width, int height) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(width);
    image.height = static_cast<png_uint_32>(height);
    image.format = PNG_FORMAT_RGBA;
    const std::vector<png_byte> pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4, 200);
    png_alloc_size_t size = 0;
    png_image_write_to_memory(&image, nullptr, &size, 0, pixels.data(), 0, nullptr);
    std::string bytes(size, '\0');
    png_image_write_to_memory(&image, bytes.data(), &size, 0, pixels.data(), 0, nullptr);
    return bytes;
}

void write_text(const std::filesystem::path& path, const std::string& text) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

}  // namespace yure::tests
