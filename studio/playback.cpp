#include "yure/studio/playback.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "yure/formats/motion3.hpp"
#include "yure/motion/clip_player.hpp"
#include "yure/motion/frames.hpp"
#include "yure/pendulum/player.hpp"
#include "yure/studio/file.hpp"
#include "yure/studio/json_text.hpp"
#include "yure/studio/number_text.hpp"

namespace yure::studio {
namespace fs = std::filesystem;
namespace {

using nlohmann::ordered_json;

/// Values of one run; more is a mistake of the command line.
constexpr double kMostValues = 64e6;

Error in(const std::string& file, const Error& error) {
    return {error.where.empty() ? file : file + " " + error.where, error.what};
}

Result<float> number(const ordered_json& value, const std::string& where) {
    if (!value.is_number()) return Error{where, "is no number"};
    const auto result = static_cast<float>(value.get<double>());
    if (!std::isfinite(result)) return Error{where, "is larger than a float can be"};
    return result;
}

Result<std::vector<float>> numbers_of(const ordered_json& list, const std::string& where, std::size_t count) {
    if (!list.is_array() || list.size() != count)
        return Error{where, "is no list of " + std::to_string(count) + " numbers"};
    std::vector<float> values;
    for (std::size_t i = 0; i < count; ++i) {
        const Result<float> value = number(list[i], where + "/" + std::to_string(i));
        if (!value) return value.error();
        values.push_back(*value);
    }
    return values;
}

Result<Vec2> vector_of(const ordered_json& pair, const std::string& where, Vec2 otherwise) {
    if (pair.is_null()) return otherwise;
    const Result<std::vector<float>> values = numbers_of(pair, where, 2);
    if (!values) return values.error();
    return Vec2{(*values)[0], (*values)[1]};
}

/// The file that a case means by a path relative to where the reference data lies.
Result<fs::path> data_file(const fs::path& case_file, const std::string& named) {
    std::error_code fault;
    std::vector<fs::path> roots;
    const auto upwards = [&](fs::path folder, const char* below) {
        for (int level = 0; level < 32 && !folder.empty(); ++level) {
            roots.push_back(*below == '\0' ? folder : folder / below);
            if (folder == folder.parent_path()) break;
            folder = folder.parent_path();
        }
    };
    if (case_file != "-") upwards(fs::absolute(case_file, fault).parent_path(), "");
    upwards(fs::current_path(fault), "shared");
    if (const char* given = std::getenv("YURE_SHARED")) roots.emplace_back(given);
    if (fs::path(named).is_absolute())
        return Error{"/physics3", "is an absolute path; give the physics with --physics"};
    for (const fs::path& root : roots)
        if (fs::is_regular_file(root / named, fault)) return root / named;
    return Error{
        "/physics3",
        "is " + named + ", which lies neither below the case file's folder nor one above it; give it with --physics"};
}

Result<std::vector<ParameterRange>> ranges_of(const ordered_json& list) {
    if (!list.is_array()) return Error{"/parameters", "is no list of {id,min,max,default}"};
    std::vector<ParameterRange> ranges;
    for (const ordered_json& entry : list) {
        const std::string where = "/parameters/" + std::to_string(ranges.size());
        ParameterRange range;
        range.id = text_at(entry, "id");
        if (range.id.empty()) return Error{where + "/id", "is missing"};
        for (const auto& [key, target] :
             {std::pair{"min", &range.min}, std::pair{"max", &range.max}, std::pair{"default", &range.default_value}}) {
            const Result<float> value = number(member(entry, key), where + "/" + key);
            if (!value) return value.error();
            *target = *value;
        }
        ranges.push_back(std::move(range));
    }
    return ranges;
}

Result<std::vector<std::size_t>> rows_of(const ordered_json& ids, const std::vector<ParameterRange>& ranges,
                                         const std::string& where) {
    if (!ids.is_array()) return Error{where, "is no list of ids"};
    std::vector<std::size_t> rows;
    for (const ordered_json& id : ids) {
        const auto found = std::find_if(ranges.begin(), ranges.end(), [&](const ParameterRange& range) {
            return id.is_string() && range.id == id.get_ref<const std::string&>();
        });
        if (found == ranges.end())
            return Error{where + "/" + std::to_string(rows.size()),
                         "is " + id.dump() + ", which is not among /parameters"};
        rows.push_back(static_cast<std::size_t>(found - ranges.begin()));
    }
    return rows;
}

std::vector<float> defaults_of(const std::vector<ParameterRange>& ranges) {
    std::vector<float> values;
    for (const ParameterRange& range : ranges) values.push_back(range.default_value);
    return values;
}

Result<PlayedCase> play_case(const ordered_json& test, const std::string& where, const pendulum::Physics& physics,
                             const std::vector<ParameterRange>& ranges, const Work& work) {
    PlayedCase played;
    played.name = text_at(test, "name");
    pendulum::PlayerOptions options;
    const Result<Vec2> gravity = vector_of(member(test, "gravity"), where + "/gravity", options.gravity);
    if (!gravity) return gravity.error();
    const Result<Vec2> wind = vector_of(member(test, "wind"), where + "/wind", options.wind);
    if (!wind) return wind.error();
    options = {*gravity, *wind};
    const auto inputs = rows_of(member(test, "input_ids"), ranges, where + "/input_ids");
    if (!inputs) return inputs.error();
    const auto outputs = rows_of(member(test, "output_ids"), ranges, where + "/output_ids");
    if (!outputs) return outputs.error();
    for (const std::size_t row : *outputs) played.output_ids.push_back(ranges[row].id);

    const ordered_json& table = member(test, "input_values");
    if (!table.is_array()) return Error{where + "/input_values", "is no list of frames"};
    const ordered_json& dt = member(test, "dt");
    if (dt.is_array() && dt.size() != table.size())
        return Error{where + "/dt", "has another number of frames than input_values"};
    const bool reset = text_at(test, "reset") != "none";
    std::vector<bool> stabilize(table.size(), false);
    if (const ordered_json& frames = member(test, "stabilize_before_frames"); frames.is_array())
        for (const ordered_json& frame : frames)
            if (frame.is_number_unsigned() && frame.get<std::size_t>() < stabilize.size())
                stabilize[frame.get<std::size_t>()] = true;

    pendulum::Player player(physics, ranges, options);
    const std::vector<float> defaults = defaults_of(ranges);
    std::vector<float> values = defaults;
    for (std::size_t frame = 0; frame < table.size(); ++frame) {
        if (work.is_cancelled()) return Error{"", "cancelled"};
        const std::string at = "/" + std::to_string(frame);
        const Result<std::vector<float>> row = numbers_of(table[frame], where + "/input_values" + at, inputs->size());
        if (!row) return row.error();
        const Result<float> step = dt.is_array() ? number(dt[frame], where + "/dt" + at) : number(dt, where + "/dt");
        if (!step) return step.error();
        if (reset) values = defaults;
        for (std::size_t i = 0; i < inputs->size(); ++i) values[(*inputs)[i]] = (*row)[i];
        if (stabilize[frame]) player.stabilize(values);
        player.evaluate(values, *step);
        for (const std::size_t output : *outputs) played.values.push_back(values[output]);
    }
    return played;
}

Status check_fps(double fps) {
    if (fps >= 1.0 && fps <= 1000.0) return {};
    return Error{"--fps", "must lie between 1 and 1000"};
}

Result<motion::Clip> read_clip(const fs::path& file, formats::NumberReading numbers) {
    const Result<std::string> text = read_text(file);
    if (!text) return text.error();
    Result<formats::Motion3> motion = formats::read_motion3(*text, numbers);
    if (!motion) return in(file.string(), motion.error());
    return std::move(motion->clip);
}

void append_rows(std::string& text, const std::vector<float>& values, std::size_t columns, std::size_t rows) {
    text += '[';
    for (std::size_t row = 0; row < rows; ++row) {
        if (row != 0) text += ',';
        append_numbers(text, std::span(values).subspan(row * columns, columns));
    }
    text += ']';
}

}  // namespace

Result<std::vector<PlayedCase>> play_case_file(const fs::path& file, const std::optional<fs::path>& physics3,
                                               formats::NumberReading numbers, const Work& work) {
    const Result<std::string> text = read_text(file);
    if (!text) return text.error();
    const Result<ordered_json> document = parse_json(*text);
    if (!document) return in(file.string(), document.error());
    const auto wrong = [&](const Error& error) { return in(file.string(), error); };

    std::string physics_text;
    if (const ordered_json& inside = member(*document, "physics3_inline"); !physics3 && !inside.is_null()) {
        physics_text = inside.dump(1);
    } else {
        fs::path path;
        if (physics3) {
            path = *physics3;
        } else {
            const std::string named = text_at(*document, "physics3");
            if (named.empty()) return wrong({"/physics3", "is missing; give the physics with --physics"});
            const Result<fs::path> found = data_file(file, named);
            if (!found) return wrong(found.error());
            path = *found;
        }
        Result<std::string> read = read_text(path);
        if (!read) return read.error();
        physics_text = std::move(*read);
    }
    const Result<formats::Physics3> physics = formats::read_physics3(physics_text, numbers);
    if (!physics) return wrong(physics.error());
    const auto ranges = ranges_of(member(*document, "parameters"));
    if (!ranges) return wrong(ranges.error());
    const ordered_json& cases = member(*document, "cases");
    if (!cases.is_array()) return wrong({"/cases", "is no list of cases"});

    std::vector<PlayedCase> played;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        Result<PlayedCase> one = play_case(cases[i], "/cases/" + std::to_string(i), physics->physics, *ranges, work);
        if (!one) return wrong(one.error());
        played.push_back(std::move(*one));
    }
    return played;
}

Result<PlayedCase> play_motion(const Model& model, const fs::path& motion, double fps, bool all,
                               formats::NumberReading numbers, const Work& work) {
    if (Status sound = check_fps(fps); !sound) return sound.error();
    Result<motion::Clip> clip = read_clip(motion, numbers);
    if (!clip) return clip.error();
    const std::vector<ParameterRange> ranges = model.parameter_ranges();
    const pendulum::Physics none;
    const pendulum::Physics& physics = model.physics ? model.physics->physics : none;

    PlayedCase played;
    played.name = motion.filename().string();
    std::vector<std::size_t> outputs;
    for (std::size_t row = 0; row < ranges.size(); ++row) {
        const bool written =
            std::any_of(physics.groups.begin(), physics.groups.end(), [&](const pendulum::Group& group) {
                return std::any_of(group.outputs.begin(), group.outputs.end(),
                                   [&](const pendulum::Output& output) { return output.parameter == ranges[row].id; });
            });
        if (!all && !written) continue;
        outputs.push_back(row);
        played.output_ids.push_back(ranges[row].id);
    }
    if (static_cast<double>(clip->duration) * fps * static_cast<double>(outputs.size()) > kMostValues)
        return Error{motion.string(), "would give more than 64 million values; use a lower --fps"};

    motion::ClipOptions options;
    options.groups = model.effect_groups();
    motion::ClipPlayer clip_player(std::move(*clip), ranges, {}, options);
    pendulum::Player physics_player(physics, ranges);
    const std::vector<float> defaults = defaults_of(ranges);
    const auto dt = static_cast<float>(1.0 / fps);
    std::vector<float> values;
    while (!clip_player.finished()) {
        if (work.is_cancelled()) return Error{"", "cancelled"};
        values = defaults;
        clip_player.update(values, dt);
        physics_player.evaluate(values, dt);
        for (const std::size_t row : outputs) played.values.push_back(values[row]);
    }
    return played;
}

std::string cases_json(const std::vector<PlayedCase>& cases) {
    std::string text = "{\"cases\":[";
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const PlayedCase& played = cases[i];
        text += i == 0 ? "\n{\"name\":" : ",\n{\"name\":";
        append_string(text, played.name);
        text += ",\"output_ids\":[";
        for (std::size_t id = 0; id < played.output_ids.size(); ++id) {
            if (id != 0) text += ',';
            append_string(text, played.output_ids[id]);
        }
        text += "],\"output_values\":";
        const std::size_t columns = played.output_ids.size();
        append_rows(text, played.values, columns, columns == 0 ? 0 : played.values.size() / columns);
        text += '}';
    }
    return text + "\n]}\n";
}

Result<CurveTable> sample_motion(const std::vector<ParameterRange>& parameters, const fs::path& motion,
                                 const CurveOptions& options, const Work& work) {
    if (Status sound = check_fps(options.fps); !sound) return sound.error();
    const Result<motion::Clip> clip = read_clip(motion, options.numbers);
    if (!clip) return clip.error();
    CurveTable table;
    std::vector<const ParameterRange*> ranges;
    for (const motion::Curve& curve : clip->curves) {
        CurveTable::Column column{motion::target_name(curve.target), curve.id, {}, {}};
        const auto range = std::find_if(parameters.begin(), parameters.end(),
                                        [&](const ParameterRange& parameter) { return parameter.id == curve.id; });
        const bool clamped = curve.target == motion::CurveTarget::parameter && range != parameters.end();
        if (clamped) {
            column.min = range->min;
            column.max = range->max;
        }
        ranges.push_back(clamped ? &*range : nullptr);
        table.columns.push_back(std::move(column));
    }
    const double frames = options.frames > 0 ? options.frames : static_cast<double>(clip->duration) * options.fps + 1.0;
    if (frames * static_cast<double>(std::max<std::size_t>(table.columns.size(), 1)) > kMostValues)
        return Error{motion.string(), "would give more than 64 million values; use fewer frames"};

    // The player keeps the clock, since the float32 sums and the way round are part of the result.
    motion::ClipOptions play;
    play.loop = options.loop;
    motion::ClipPlayer player(*clip, {}, {}, play);
    const float loop_end = options.loop ? motion::loop_period(*clip) : 0.0f;
    const auto dt = static_cast<float>(1.0 / options.fps);
    float clock = 0.0f, start = 0.0f;
    std::vector<float> nothing;
    for (int frame = 0;
         options.frames > 0 ? frame < options.frames
                            : (frame == 0 || (!player.finished() && frame < static_cast<int>(frames) + 1));
         ++frame) {
        if (work.is_cancelled()) return Error{"", "cancelled"};
        player.update(nothing, dt);
        clock = clock + dt;
        if (frame == 0) start = clock;
        table.time.push_back(clock - start);
        for (std::size_t i = 0; i < clip->curves.size(); ++i) {
            float value = motion::sample(clip->curves[i], clip->restricted_beziers, player.time(), loop_end);
            if (ranges[i] != nullptr) value = std::min(std::max(value, ranges[i]->min), ranges[i]->max);
            table.values.push_back(value);
        }
    }
    return table;
}

std::string curves_json(const CurveTable& table, double fps) {
    std::string text = "{\"fps\":";
    append_number(text, static_cast<float>(fps));
    text += ",\n\"curves\":[";
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const CurveTable::Column& column = table.columns[i];
        text += i == 0 ? "[" : ",[";
        append_string(text, column.target);
        text += ',';
        append_string(text, column.id);
        for (const std::optional<float>& bound : {column.min, column.max}) {
            text += ',';
            if (bound)
                append_number(text, *bound);
            else
                text += "null";
        }
        text += ']';
    }
    text += "],\n\"time\":";
    append_numbers(text, table.time);
    text += ",\n\"values\":";
    append_rows(text, table.values, table.columns.size(), table.time.size());
    return text + "}\n";
}

}  // namespace yure::studio
