// The MCP server on the made-up large model (262 meshes, 6,020 vertices): `mcp.inspect.usual` and `.all` ms of one
// workspace_inspect (all = every scope), `mcp.tools_list` ms, `mcp.edits` small edits a second, sustained over 3,000.
#include "bench.hpp"

#include <chrono>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "support/large_model.hpp"
#include "yure/mcp/server.hpp"

namespace yure::bench {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// A server with the large model open and a hair of 1,000 vertices in it; its folder goes with it.
class LargeServer {
  public:
    LargeServer() : folder_(fs::temp_directory_path() / ("yure-mcp-bench-" + std::to_string(std::chrono::steady_clock::now().time_since_epoch().count()))) {
        tests::write_large_model(folder_ / "large", 64);
        mcp::ServerOptions options;
        options.root = folder_;
        options.version = "0";
        server_ = std::make_unique<mcp::Server>(options);
        call("project_new", {{"model", "large"}});
        call("simulation_put", {{"project_id", "p1"}, {"id", "hair"}, {"targets", tests::large_hair()}, {"auto_bake", false}});
    }
    ~LargeServer() {
        server_.reset();
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }

    Json send(const Json& message) {
        Json answer;
        server_->receive(message.dump(), [&](const std::string& text) { answer = Json::parse(text); });
        return answer;
    }
    Json call(const char* tool, Json arguments) {
        const Json answer = send({{"jsonrpc", "2.0"}, {"id", 1}, {"method", "tools/call"}, {"params", {{"name", tool}, {"arguments", std::move(arguments)}}}});
        if (!answer.contains("result") || answer["result"]["isError"].get<bool>()) throw std::runtime_error(answer.dump());
        return answer;
    }

  private:
    fs::path folder_;
    std::unique_ptr<mcp::Server> server_;
};

double inspect(const Json& scopes) {
    LargeServer server;
    Json arguments{{"project_id", "p1"}};
    if (!scopes.is_null()) arguments["scopes"] = scopes;
    return 1e3 * median_seconds(15, 1, [&] { keep(static_cast<float>(server.call("workspace_inspect", arguments).size())); });
}

/// Wall time: the journal of a project is written too.
double edits_a_second() {
    LargeServer server;
    constexpr int kEdits = 3000;
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < kEdits; ++i)
        server.call("simulation_put", {{"project_id", "p1"}, {"id", "hair"}, {"exaggeration", 1.0 + 0.0001 * i}});
    return kEdits / std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

std::vector<Benchmark> mcp_benchmarks() {
    const Json all{"model", "meshes", "parameters", "simulations", "vertex_groups", "physics", "chains", "jobs", "history"};
    return {{"mcp.inspect.usual", "ms", [] { return inspect(nullptr); }},
            {"mcp.inspect.all", "ms", [all] { return inspect(all); }},
            {"mcp.tools_list", "ms",
             [] {
                 LargeServer server;
                 return 1e3 * median_seconds(9, 1, [&] { keep(static_cast<float>(server.send({{"jsonrpc", "2.0"}, {"id", 1}, {"method", "tools/list"}}).size())); });
             }},
            {"mcp.edits", "1/s", edits_a_second}};
}

}  // namespace yure::bench
