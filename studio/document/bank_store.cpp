/// A bank as JSON: what is written into models, and the fit as tables of numbers. Shapes of the fit are left out: the
/// bodies' bakes hold them, and no later fit starts from shapes.
#include "bake_store.hpp"
#include "json_fields.hpp"
#include "pendulum_json.hpp"

#include <algorithm>
#include <cmath>

#include "yure/baker/bank/fit.hpp"

namespace yure::studio {
namespace {

using baker::bank::BankFit;

Json matrix_json(const Eigen::MatrixXd& matrix) {
    return {{"rows", matrix.rows()},
            {"columns", matrix.cols()},
            {"values", doubles_text({matrix.data(), static_cast<std::size_t>(matrix.size())})}};
}

/// Reads numbers; anything that does not fit together makes the whole fit unusable.
class FitReader {
  public:
    bool good = true;

    std::vector<double> numbers(const Json& json) {
        std::vector<double> values = json.is_string() ? read_doubles_text(json.get_ref<const std::string&>()) : std::vector<double>{};
        need(std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); }));
        return values;
    }
    Eigen::MatrixXd matrix(const Json& json) {
        const std::vector<double> values = numbers(at(json, "values"));
        const int rows = whole_at(json, "rows", -1), columns = whole_at(json, "columns", -1);
        need(rows >= 0 && columns >= 0 && rows <= 4096 && columns <= 4096 &&
             values.size() == static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
        if (!good) return {};
        return Eigen::Map<const Eigen::MatrixXd>(values.data(), rows, columns);
    }
    baker::bank::Pole pole(const Json& json) {
        baker::bank::Pole pole;
        pole.frequency = number_at(json, "frequency", -1.0);
        pole.damping = number_at(json, "damping", -1.0);
        need(pole.frequency >= baker::bank::kLowestFrequency && pole.frequency <= baker::bank::kHighestFrequency &&
             pole.damping >= baker::bank::kLowestDamping && pole.damping <= baker::bank::kHighestDamping);
        return pole;
    }
    void need(bool condition) { good = good && condition; }
};

Json pole_json(baker::bank::Pole pole) {
    return {{"frequency", pole.frequency}, {"damping", pole.damping}};
}

Json fit_json(const BankFit& fit) {
    Json inputs = Json::array(), classes = Json::array(), one = Json::array(), two = Json::array(), bodies = Json::array();
    for (const auto& input : fit.inputs)
        inputs.push_back({{"id", input.id},
                          {"range", {tidy(input.min), tidy(input.default_value), tidy(input.max)}},
                          {"span", {tidy(input.low), tidy(input.high)}},
                          {"vertical", input.vertical}});
    for (const auto& source : fit.classes)
        classes.push_back({{"kind", static_cast<int>(source.kind)}, {"offset", source.offset}, {"members", source.members}});
    for (const auto& group : fit.level_one)
        one.push_back({{"class", group.source_class}, {"pole", pole_json(group.pole)}, {"peak", group.peak}, {"weights", doubles_text(group.weights)}});
    for (const auto& group : fit.level_two)
        two.push_back({{"pole", pole_json(group.pole)}, {"peak", group.peak}, {"weights", doubles_text(group.weights)}});
    for (const auto& body : fit.bodies)
        bodies.push_back({{"id", body.id},
                          {"gain", body.gain},
                          {"training", body.training},
                          {"selection", body.selection},
                          {"keys", body.keys},
                          {"mixing", matrix_json(body.mixing)},
                          {"mode_peak", doubles_text(body.mode_peak)},
                          {"left", body.left_by_modes},
                          {"left_with_next", body.left_with_next_mode}});
    return {{"fps", fit.fps},
            {"inputs", std::move(inputs)},
            {"classes", std::move(classes)},
            {"vertical_peak", doubles_text(fit.vertical_peak)},
            {"level_one", std::move(one)},
            {"helpers", matrix_json(fit.helpers)},
            {"helper_peak", doubles_text(fit.helper_peak)},
            {"level_two", std::move(two)},
            {"bodies", std::move(bodies)}};
}

std::vector<double> plain_numbers(const Json& list, FitReader& reader) {
    std::vector<double> values;
    for (const Json& value : list) {
        reader.need(value.is_number());
        if (value.is_number()) values.push_back(value.get<double>());
    }
    return values;
}

void read_sources(const Json& json, BankFit& fit, FitReader& reader) {
    for (const Json& entry : at(json, "inputs")) {
        baker::bank::BankInput input;
        input.id = words_at(entry, "id");
        const std::vector<double> range = plain_numbers(at(entry, "range"), reader), span = plain_numbers(at(entry, "span"), reader);
        reader.need(!input.id.empty() && range.size() == 3 && span.size() == 2);
        if (!reader.good) return;
        input.min = static_cast<float>(range[0]);
        input.default_value = static_cast<float>(range[1]);
        input.max = static_cast<float>(range[2]);
        input.low = static_cast<float>(span[0]);
        input.high = static_cast<float>(span[1]);
        input.vertical = flag_at(entry, "vertical", false);
        fit.inputs.push_back(std::move(input));
    }
    for (const Json& entry : at(json, "classes")) {
        baker::bank::SourceClass source;
        const int kind = whole_at(entry, "kind", -1);
        reader.need(kind >= 0 && kind <= static_cast<int>(baker::bank::SourceClass::Kind::helper_down));
        source.kind = static_cast<baker::bank::SourceClass::Kind>(kind);
        source.offset = number_at(entry, "offset", 0.0);
        for (const Json& member : at(entry, "members")) {
            reader.need(member.is_number_integer() && member.get<long>() >= 0 && member.get<long>() < static_cast<long>(fit.inputs.size()));
            if (reader.good) source.members.push_back(member.get<int>());
        }
        fit.classes.push_back(std::move(source));
    }
}

std::shared_ptr<const BankFit> read_fit(const Json& json) {
    if (!json.is_object()) return nullptr;
    auto fit = std::make_shared<BankFit>();
    FitReader reader;
    fit->fps = number_at(json, "fps", 60.0);
    read_sources(json, *fit, reader);
    fit->vertical_peak = reader.numbers(at(json, "vertical_peak"));
    for (const Json& entry : at(json, "level_one")) {
        baker::bank::LevelOneGroup group;
        group.source_class = whole_at(entry, "class", -1);
        reader.need(group.source_class >= 0 && group.source_class < static_cast<int>(fit->classes.size()));
        group.pole = reader.pole(at(entry, "pole"));
        group.peak = number_at(entry, "peak", 0.0);
        group.weights = reader.numbers(at(entry, "weights"));
        if (!reader.good) return nullptr;
        reader.need(group.weights.size() == fit->classes[static_cast<std::size_t>(group.source_class)].members.size());
        fit->level_one.push_back(std::move(group));
    }
    fit->helpers = reader.matrix(at(json, "helpers"));
    fit->helper_peak = reader.numbers(at(json, "helper_peak"));
    for (const Json& entry : at(json, "level_two")) {
        baker::bank::LevelTwoGroup group;
        group.pole = reader.pole(at(entry, "pole"));
        group.peak = number_at(entry, "peak", 0.0);
        group.weights = reader.numbers(at(entry, "weights"));
        reader.need(group.weights.size() == static_cast<std::size_t>(fit->helpers.rows()));
        fit->level_two.push_back(std::move(group));
    }
    const auto groups = static_cast<Eigen::Index>(fit->level_one.size() + fit->level_two.size());
    reader.need(!fit->inputs.empty() && fit->vertical_peak.size() == fit->inputs.size() &&
                fit->helper_peak.size() == static_cast<std::size_t>(fit->helpers.rows()) &&
                (fit->helpers.rows() == 0 || fit->helpers.cols() == static_cast<Eigen::Index>(fit->level_one.size())));
    for (const Json& entry : at(json, "bodies")) {
        baker::bank::BodyFit body;
        body.id = words_at(entry, "id");
        body.mixing = reader.matrix(at(entry, "mixing"));
        body.keys = plain_numbers(at(entry, "keys"), reader);
        body.mode_peak = reader.numbers(at(entry, "mode_peak"));
        body.gain = number_at(entry, "gain", 1.0);
        body.training = number_at(entry, "training", 0.0);
        body.selection = number_at(entry, "selection", 0.0);
        body.left_by_modes = plain_numbers(at(entry, "left"), reader);
        body.left_with_next_mode = number_at(entry, "left_with_next", 1.0);
        reader.need(body.mixing.rows() == groups && body.mixing.cols() <= 8 && body.mode_peak.size() == static_cast<std::size_t>(body.mixing.cols()));
        if (!reader.good) return nullptr;
        fit->bodies.push_back(std::move(body));
    }
    return reader.good ? fit : nullptr;
}

}  // namespace

Json bank_json(const baker::BakedBank& bank) {
    Json helpers = Json::array(), groups = Json::array();
    for (const baker::BakedParameter& helper : bank.parameters)
        helpers.push_back({{"id", helper.id}, {"name", helper.name}, {"range", tidy(helper.range)}});
    for (const pendulum::Group& group : bank.groups) groups.push_back(group_json(group));
    return {{"id", bank.id},
            {"name", bank.name},
            {"fps", bank.fps},
            {"helpers", std::move(helpers)},
            {"groups", std::move(groups)},
            {"fit", bank.fit ? fit_json(*bank.fit) : Json(nullptr)}};
}

Result<baker::BakedBank> read_bank(const Json& json, bool with_fit) {
    baker::BakedBank bank;
    bank.id = words_at(json, "id");
    bank.name = words_at(json, "name");
    bank.fps = number_at(json, "fps", 60.0);
    const Error unreadable{"bank " + bank.id, "cannot be read; bake again"};
    if (bank.id.empty() || !(bank.fps > 0.0 && bank.fps <= 1000.0)) return unreadable;
    for (const Json& entry : at(json, "helpers")) {
        baker::BakedParameter helper;
        helper.id = words_at(entry, "id");
        helper.name = words_at(entry, "name");
        helper.group = bank.id;
        helper.range = float_at(entry, "range", 0.0f);
        if (helper.id.empty() || !rig::Id::fits(helper.id) || !(helper.range > 0.0f)) return unreadable;
        bank.parameters.push_back(std::move(helper));
    }
    for (const Json& entry : at(json, "groups")) {
        std::vector<Error> problems;
        bank.groups.push_back(read_group(entry, problems));
        if (!problems.empty() || bank.groups.back().id.empty() || bank.groups.back().vertices.size() < 2) return unreadable;
    }
    if (with_fit) bank.fit = read_fit(at(json, "fit"));
    return bank;
}

}  // namespace yure::studio
