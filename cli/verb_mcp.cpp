#include "verb_support.hpp"
#include "verbs.hpp"

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <unistd.h>

#include "yure/mcp/attach.hpp"
#include "yure/mcp/transport.hpp"
#include "yure/studio/build_info.hpp"
#include "yure/studio/interrupt.hpp"

namespace yure::cli {
namespace {

struct McpArguments {
    std::string root, host = "127.0.0.1", token;
    bool attach = false;
    std::string attach_to;
    int port = -1;
};

Exit run(const Context& context, const McpArguments& given) {
    if (given.attach) {
        const auto socket = mcp::find_attach_point(given.attach_to);
        if (!socket) return context.fail(Exit::failed, socket.error());
        if (const Status carried = mcp::relay(*socket, STDIN_FILENO, STDOUT_FILENO); !carried) return context.fail(Exit::failed, carried.error());
        return Exit::ok;
    }
    std::error_code fault;
    if (!given.root.empty() && !std::filesystem::is_directory(given.root, fault))
        return context.fail(Exit::failed, {"--root " + given.root, "is no folder"});
    mcp::ServerOptions options;
    options.root = given.root;
    options.version = studio::build_info().version;
    options.threads = context.threads;
    mcp::Server server(options);
    if (given.port < 0) {
        mcp::serve_stdio(server, STDIN_FILENO, STDOUT_FILENO);
        return Exit::ok;
    }
    mcp::HttpOptions http;
    http.host = given.host;
    http.port = given.port;
    http.token = given.token;
    if (const char* token = std::getenv("YURE_MCP_TOKEN"); http.token.empty() && token != nullptr) http.token = token;
    studio::watch_interrupts();
    const Status served = mcp::serve_http(
        server, http, [&](int port) { context.note("listening on http://" + http.host + ":" + std::to_string(port) + "/mcp"); },
        [] { return studio::interrupted(); });
    if (!served) return context.fail(Exit::failed, served.error());
    return Exit::ok;
}

}  // namespace

void add_mcp(CLI::App& app, Context& context) {
    CLI::App* verb = app.add_subcommand("mcp", "serve the Model Context Protocol to agents, on standard input and output or by HTTP");
    auto given = std::make_shared<McpArguments>();
    verb->add_option("--root", given->root, "folder that tools may not leave (the current one)");
    CLI::Option* http = verb->add_option("--http", given->port, "serve Streamable HTTP on this port instead; 0 = any free one")->check(CLI::Range(0, 65535));
    verb->add_option("--host", given->host, "address to listen on; anything but this machine needs a token")->needs(http);
    verb->add_option("--token", given->token, "callers must send it as Authorization: Bearer TOKEN (or set YURE_MCP_TOKEN)")->needs(http);
    CLI::Option* attach = verb->add_option("--attach", given->attach_to,
                                           "talk to the project of a running editor: its process number or socket, or nothing when one runs")
                              ->expected(0, 1)
                              ->excludes(http);
    verb->callback([&context, given, attach] {
        given->attach = attach->count() > 0;
        if (given->attach_to == "true") given->attach_to.clear();  // what the parser gives for --attach without a value
        context.run = [&context, given] { return run(context, *given); };
    });
}

}  // namespace yure::cli
