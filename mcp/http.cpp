#include "yure/mcp/transport.hpp"

#include "json_rpc.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <httplib.h>
#include <mutex>
#include <thread>

namespace yure::mcp {
namespace {

bool is_loopback(const std::string& host) {
    return host == "127.0.0.1" || host == "::1" || host == "localhost";
}

/// Pages of this machine only; programs send none.
bool origin_is_ours(const std::string& origin) {
    if (origin.empty()) return true;
    for (const char* scheme : {"http://", "https://"}) {
        const std::string head = scheme;
        if (!origin.starts_with(head)) continue;
        std::string host = origin.substr(head.size());
        if (host.starts_with("[")) return host.starts_with("[::1]") && (host.size() == 5 || host[5] == ':');
        host = host.substr(0, host.find(':'));
        return is_loopback(host);
    }
    return false;
}

/// One POST: a message for the server's thread, and its answers for the connection's.
struct Exchange {
    std::string message;
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<std::string> answers;
    bool over = false, gone = false;
};

/// Messages of all connections, served one after another on the server's own thread.
struct Desk {
    std::mutex mutex;
    std::condition_variable arrived;
    std::deque<std::shared_ptr<Exchange>> waiting;
};

bool is_answer(const std::string& message) {
    const Json json = Json::parse(message, nullptr, false);
    return json.is_object() && (json.contains("result") || json.contains("error"));
}

/// What the headers say must be what the body says (2026-07-28). Empty = it is.
std::string header_problem(const httplib::Request& request, const Message& message) {
    const Json meta = message.params.value("_meta", Json::object());
    const char* key = "io.modelcontextprotocol/protocolVersion";
    if (!meta.is_object() || !meta.contains(key)) return "";
    const auto differs = [&](const char* header, const Json& value) {
        return !value.is_string() || request.get_header_value(header) != value.get<std::string>();
    };
    if (differs("MCP-Protocol-Version", meta[key])) return "MCP-Protocol-Version must be the version in _meta";
    if (differs("Mcp-Method", message.method)) return "Mcp-Method must be the message's method";
    const char* named = message.method == "resources/read" ? "uri" : "name";
    const bool has_name = message.method == "tools/call" || message.method == "prompts/get" || message.method == "resources/read";
    if (has_name && message.params.contains(named) && differs("Mcp-Name", message.params[named])) return "Mcp-Name must be the message's name";
    return "";
}

class Endpoint {
  public:
    Endpoint(Desk& desk, const HttpOptions& options) : desk_(desk), options_(options) {}

    void post(const httplib::Request& request, httplib::Response& response) {
        if (!admitted(request, response)) return;
        const Reading reading = read_message(request.body);
        if (!reading.message) return refuse(response, 400, reading.error);
        if (const std::string problem = header_problem(request, *reading.message); !problem.empty())
            return refuse(response, 400, error_message(reading.message->id, code::header_mismatch, problem));
        auto exchange = std::make_shared<Exchange>();
        exchange->message = request.body;
        {
            const std::lock_guard lock(desk_.mutex);
            desk_.waiting.push_back(exchange);
        }
        desk_.arrived.notify_one();
        if (reading.message->kind != Message::Kind::request) {
            response.status = 202;
            return;
        }
        const bool streams = request.get_header_value("Accept").find("text/event-stream") != std::string::npos &&
                             request.body.find("progressToken") != std::string::npos;
        streams ? stream(exchange, response) : whole(exchange, response);
    }

  private:
    bool admitted(const httplib::Request& request, httplib::Response& response) const {
        if (!origin_is_ours(request.get_header_value("Origin"))) {
            refuse(response, 403, error_message(nullptr, code::invalid_request, "this origin may not use the server"));
            return false;
        }
        if (!options_.token.empty() && request.get_header_value("Authorization") != "Bearer " + options_.token) {
            response.set_header("WWW-Authenticate", "Bearer");
            refuse(response, 401, error_message(nullptr, code::invalid_request, "send the server's token: Authorization: Bearer TOKEN"));
            return false;
        }
        return true;
    }

    static void refuse(httplib::Response& response, int status, const std::string& body) {
        response.status = status;
        response.set_content(body, "application/json");
    }

    static void whole(const std::shared_ptr<Exchange>& exchange, httplib::Response& response) {
        std::unique_lock lock(exchange->mutex);
        exchange->changed.wait(lock, [&] { return exchange->over; });
        std::string answer;
        for (const std::string& message : exchange->answers)
            if (is_answer(message)) answer = message;
        const Json json = Json::parse(answer, nullptr, false);
        const bool unknown = json.is_object() && json.contains("error") && json["error"]["code"] == code::no_method;
        response.status = answer.empty() ? 202 : unknown ? 404 : 200;
        if (!answer.empty()) response.set_content(answer, "application/json");
    }

    static void stream(const std::shared_ptr<Exchange>& exchange, httplib::Response& response) {
        response.set_chunked_content_provider(
            "text/event-stream",
            [exchange](std::size_t, httplib::DataSink& sink) {
                std::unique_lock lock(exchange->mutex);
                exchange->changed.wait_for(lock, std::chrono::milliseconds(200), [&] { return exchange->over || !exchange->answers.empty(); });
                if (!sink.is_writable()) return false;
                while (!exchange->answers.empty()) {
                    const std::string event = "event: message\ndata: " + exchange->answers.front() + "\n\n";
                    exchange->answers.pop_front();
                    if (!sink.write(event.data(), event.size())) return false;
                }
                if (exchange->over) sink.done();
                return true;
            },
            [exchange](bool) {
                const std::lock_guard lock(exchange->mutex);
                exchange->gone = true;  // the client closed the stream: that is its cancel
            });
    }

    Desk& desk_;
    const HttpOptions& options_;
};

/// The server's thread: takes messages, brings jobs forward, drops what nobody listens to any more.
void serve_desk(Server& server, Desk& desk, const std::function<bool()>& interrupted) {
    std::vector<std::shared_ptr<Exchange>> open;
    while (!interrupted()) {
        std::deque<std::shared_ptr<Exchange>> taken;
        {
            std::unique_lock lock(desk.mutex);
            desk.arrived.wait_for(lock, std::chrono::milliseconds(20), [&] { return !desk.waiting.empty(); });
            taken.swap(desk.waiting);
        }
        for (const auto& exchange : taken) {
            open.push_back(exchange);
            const std::weak_ptr<Exchange> held = exchange;
            server.receive(
                exchange->message,
                [held](const std::string& message) {
                    const auto there = held.lock();
                    if (!there) return;
                    const bool last = is_answer(message);
                    const std::lock_guard lock(there->mutex);
                    there->answers.push_back(message);
                    there->over = there->over || last;
                    there->changed.notify_all();
                },
                exchange.get());
        }
        server.poll();
        std::erase_if(open, [&](const std::shared_ptr<Exchange>& exchange) {
            const std::lock_guard lock(exchange->mutex);
            if (exchange->gone && !exchange->over) server.forget(exchange.get());
            return exchange->over || exchange->gone;
        });
    }
    for (const auto& exchange : open) {
        const std::lock_guard lock(exchange->mutex);
        exchange->over = true;
        exchange->changed.notify_all();
    }
    server.close();
}

}  // namespace

Status serve_http(Server& server, const HttpOptions& options, const std::function<void(int port)>& started,
                  const std::function<bool()>& interrupted) {
    if (!is_loopback(options.host) && options.token.empty())
        return Error{"--host " + options.host, "is not this machine alone: anybody on the network could use the server. Give a token as well, or leave it at 127.0.0.1"};
    httplib::Server http;
    http.set_payload_max_length(kLongestMessage);
    http.set_keep_alive_timeout(5);
    Desk desk;
    Endpoint endpoint(desk, options);
    http.Post("/mcp", [&](const httplib::Request& request, httplib::Response& response) { endpoint.post(request, response); });
    http.Get("/mcp", [](const httplib::Request&, httplib::Response& response) { response.status = 405; });
    int port = options.port;
    if (port == 0)
        port = http.bind_to_any_port(options.host);
    else if (!http.bind_to_port(options.host, port))
        port = -1;
    if (port <= 0) return Error{"--http " + std::to_string(options.port), "cannot be had: another program may listen there"};
    std::thread listening([&] { http.listen_after_bind(); });
    started(port);
    serve_desk(server, desk, interrupted);
    http.stop();
    listening.join();
    return {};
}

}  // namespace yure::mcp
