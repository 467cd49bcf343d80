#include "preset_model.hpp"

#include "yure/studio/presets/record.hpp"

namespace yure::studio {

std::vector<presets::PresetRecord> preset_records(const Document& document, Notices& notices) {
    std::vector<presets::PresetRecord> records;
    for (const auto& entry : document.presets) {
        Result<presets::PresetRecord> record = presets::read_record(entry.value->record);
        if (record)
            records.push_back(std::move(*record));
        else
            notices.push_back({"preset " + entry.id, "its record cannot be read (" + record.error().text() + "); apply it again"});
    }
    return records;
}

Result<PresetModel> preset_model(const Document& document, const Model& model, Notices& notices) {
    PresetModel start;
    start.puppet = model.puppet;
    if (model.physics) start.physics = model.physics->physics;
    if (document.presets.empty()) return start;
    const std::vector<presets::PresetRecord> records = preset_records(document, notices);
    start.physics = presets::with_presets(start.physics, records);
    if (Status added = presets::add_preset_shapes(start.puppet, records, notices); !added) return added.error();
    return start;
}

}  // namespace yure::studio
