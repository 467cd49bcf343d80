// Any bytes as model3.json: read, written.
#include "fuzz_json.hpp"

#include "yure/formats/model3.hpp"

using namespace yure;

namespace {

void use(const formats::Model3& file) {
    for (const auto& reference : file.references()) fuzz::require(!reference.path.empty());
    file.group_ids("EyeBlink");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::read_write_read(fuzz::text_of(data, size), formats::read_model3, formats::write_model3, use);
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    std::vector<std::string> all{
        R"({"Version": 3, "FileReferences": {"Moc": "a.moc3", "Textures": ["t.png"], "Physics": "p.json",
        "Expressions": [{"Name": "e", "File": "e.json"}], "Motions": {"Idle": [{"File": "m.json", "FadeInTime": 0.5}]}},
        "Groups": [{"Target": "Parameter", "Name": "EyeBlink", "Ids": ["L", "R"]}],
        "HitAreas": [{"Id": "H", "Name": "Head"}], "Layout": {"width": 2.5}})"};
    add_files(all, YURE_FUZZ_SEEDS, ".model3.json");
    return all;
}
