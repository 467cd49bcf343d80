/// Physics and motions played to numbers: what `yure play` and `yure curve` print (docs/cli.md).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "yure/core/result.hpp"
#include "yure/core/work.hpp"
#include "yure/formats/source.hpp"
#include "yure/studio/model_folder.hpp"

namespace yure::studio {

/// One run: a column per output, a row per frame.
struct PlayedCase {
    std::string name;
    std::vector<std::string> output_ids;
    std::vector<float> values;  ///< frame * output_ids.size() + column
};

/// Plays every case of a case file (docs/cli.md, `play`). `physics3` replaces the physics that the file names. The path
/// in the file is looked for below the file's own folder and every folder above it, then below a folder `shared` beside
/// or above the current one, then below $YURE_SHARED.
Result<std::vector<PlayedCase>> play_case_file(const std::filesystem::path& file,
                                               const std::optional<std::filesystem::path>& physics3,
                                               formats::NumberReading numbers, const Work& work = {});

/// A motion through the model's physics from rest, frame by frame at `fps`, as a player would: each frame starts from
/// the defaults, then the motion, then the physics. Fades are off. Outputs are the parameters that physics writes, or,
/// with `all`, every parameter. The last frame is the first at or after the motion's end.
Result<PlayedCase> play_motion(const Model& model, const std::filesystem::path& motion, double fps, bool all,
                               formats::NumberReading numbers, const Work& work = {});

/// {"cases":[{"name":…,"output_ids":[…],"output_values":[[…]…]}…]}
std::string cases_json(const std::vector<PlayedCase>& cases);

struct CurveTable {
    struct Column {
        std::string target, id;  ///< "Parameter", "ParamAngleX"
        std::optional<float> min,
            max;  ///< of the parameter; unset for anything else and for parameters the model lacks
    };
    std::vector<Column> columns;
    std::vector<float> time;    ///< s since the start, not wrapped; the float32 sums that a player makes
    std::vector<float> values;  ///< time.size() rows; parameters are clamped to their range
};

struct CurveOptions {
    double fps = 60.0;
    bool loop = false;
    int frames = 0;  ///< 0 = to the motion's end, that frame included
    formats::NumberReading numbers = formats::NumberReading::exact;
};

/// The curves of a motion as a player reads them, without fades.
Result<CurveTable> sample_motion(const std::vector<ParameterRange>& parameters, const std::filesystem::path& motion,
                                 const CurveOptions& options, const Work& work = {});

/// {"fps":…,"curves":[["Parameter","ParamAngleX",-30,30]…],"time":[…],"values":[[…]…]}
std::string curves_json(const CurveTable& table, double fps);

}  // namespace yure::studio
