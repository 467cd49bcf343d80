// Any bytes as cdi3.json: read, written.
#include "fuzz_json.hpp"

#include "yure/formats/cdi3.hpp"

using namespace yure;

namespace {

void use(const formats::Cdi3& file) {
    file.parameter_name("A");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::read_write_read(fuzz::text_of(data, size), formats::read_cdi3, formats::write_cdi3, use);
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    std::vector<std::string> all{R"({"Version": 3, "Parameters": [{"Id": "A", "GroupId": "G", "Name": "a"}],
        "ParameterGroups": [{"Id": "G", "GroupId": "", "Name": "g"}], "Parts": [{"Id": "P", "Name": "p"}],
        "CombinedParameters": [["A", "B"]]})"};
    add_files(all, YURE_FUZZ_SEEDS, ".cdi3.json");
    return all;
}
