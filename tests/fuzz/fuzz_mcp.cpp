// Any bytes as lines to the MCP server, with a project open: every answer is one line of JSON-RPC, and nothing falls.
#include "fuzz_json.hpp"
#include "studio/small_model.hpp"
#include "support/temporary_folder.hpp"
#include "yure/mcp/server.hpp"
#include "yure/studio/json_text.hpp"

using namespace yure;

namespace {

const tests::TemporaryFolder& root() {
    static const tests::TemporaryFolder folder;
    static const bool written = (tests::SmallModel().write(folder.path() / "small"), true);
    fuzz::require(written);
    return folder;
}

/// Tools that write files or need a display; they are left to tests.
bool passed_over(std::string_view line) {
    for (const char* name : {"project_save", "project_export", "render", "chain_bake", "picture"})
        if (line.find(name) != std::string_view::npos) return true;
    return line.find("\\u") != std::string_view::npos;  // the same names in disguise
}

std::string call(const char* tool, const std::string& arguments) {
    return R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":")" + std::string(tool) + R"(","arguments":)" + arguments + "}}\n";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::text_of(data, size);
    mcp::ServerOptions options;
    options.root = root().path();
    options.version = "0.0.0";
    mcp::Server server(options);
    const mcp::Emit emit = [](const std::string& message) {
        fuzz::require(message.find('\n') == std::string::npos);
        const auto json = studio::parse_json(message);
        fuzz::require(json.ok() && studio::text_at(*json, "jsonrpc") == "2.0");
        fuzz::require(json->contains("id") || json->contains("method"));
    };
    server.receive(R"({"jsonrpc":"2.0","id":0,"method":"tools/call","params":{"name":"project_new","arguments":{"model":"small"}}})", emit);
    int lines = 0;
    for (std::size_t at = 0; at < text.size() && ++lines <= 32;) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        at = end + 1;
        if (!passed_over(line)) server.receive(line, emit);
    }
    server.poll();
    server.close();
    return 0;
}

std::vector<std::string> fuzz::seeds() {
    return {
        R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tasks/list"}
{"jsonrpc":"2.0","id":3,"method":"resources/list"}
{"jsonrpc":"2.0","id":4,"method":"resources/read","params":{"uri":"yure://project/p1/document"}}
)",
        R"({"jsonrpc":"2.0","id":"a","method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}}}}
{"jsonrpc":"2.0","id":5,"method":"tasks/get","params":{"taskId":"task-1","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}
{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}
)",
        call("simulation_put", R"({"project_id":"p1","id":"hair","targets":["Hair"],"auto_bake":false,"input_ranges":{"ParamAngleX":[-20,20]},"request_id":"r"})") +
            call("workspace_inspect", R"({"project_id":"p1","scopes":["model","meshes","parameters","simulations","vertex_groups","physics","chains","jobs","history"]})"),
        call("chain_put", R"({"project_id":"p1","id":"lock","targets":["Hair"],"preset":"ears","points":[[100,50],[100,90]],"component":{"m_Damping":0.2}})") +
            call("simulation_preview", R"({"project_id":"p1","mode":"start","simulation_id":"lock"})") +
            call("simulation_preview_step", R"({"project_id":"p1","session_id":"v1","steps":3,"values":{"ParamAngleX":30},"wind":[100,0]})"),
        call("document_batch", R"({"project_id":"p1","commands":[{"command":"body.add","arguments":{"meshes":["Face"]}},{"command":"group.fill","arguments":{"meshes":["Face"],"group":"pin","weight":0.5}}]})") +
            call("undo", R"({"project_id":"p1","steps":1})") + call("history", R"({"project_id":"p1"})") + call("commands_list", R"({"command":"body.set"})"),
        call("vertex_group_update", R"({"project_id":"p1","rule":"gradient","meshes":["Hair"],"group":"pin","a":[100,50],"b":[100,150]})") +
            call("vertex_group_paint", R"({"project_id":"p1","meshes":["Hair"],"group":"mass","stroke":[[90,60],[110,80]],"value":0.4})") +
            call("project_close", R"({"project_id":"p1","discard":true})"),
    };
}
