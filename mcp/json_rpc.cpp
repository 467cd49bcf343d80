#include "json_rpc.hpp"

#include "yure/studio/json_text.hpp"

namespace yure::mcp {
namespace {

bool is_id(const Json& id) {
    return id.is_string() || id.is_number_integer();
}

}  // namespace

Reading read_message(std::string_view text) {
    const auto refuse = [](int code, const char* what, const Json& id = nullptr) {
        return Reading{std::nullopt, error_message(id, code, what)};
    };
    if (text.size() > kLongestMessage) return refuse(code::invalid_request, "message above 16 MB");
    Result<Json> parsed = studio::parse_json(text);
    if (!parsed) return refuse(code::parse, parsed.error().what.c_str());
    const Json json = std::move(*parsed);
    if (json.is_array()) return refuse(code::invalid_request, "batches are not part of the protocol; send one message at a time");
    if (!json.is_object()) return refuse(code::invalid_request, "is no JSON object");
    const Json id = json.contains("id") && is_id(json["id"]) ? json["id"] : Json(nullptr);
    if (!json.contains("jsonrpc") || json["jsonrpc"] != "2.0")
        return refuse(code::invalid_request, "\"jsonrpc\" must be \"2.0\"", id);
    Message message;
    if (!json.contains("method")) {
        if (json.contains("result") || json.contains("error")) {
            message.kind = Message::Kind::response;
            return {std::move(message), ""};
        }
        return refuse(code::invalid_request, "has no method", id);
    }
    if (!json["method"].is_string()) return refuse(code::invalid_request, "\"method\" must be a string", id);
    message.method = json["method"].get<std::string>();
    if (json.contains("id")) {
        if (!is_id(json["id"])) return refuse(code::invalid_request, "\"id\" must be a string or a whole number");
        message.kind = Message::Kind::request;
        message.id = id;
    }
    if (json.contains("params")) {
        if (!json["params"].is_object()) return refuse(code::invalid_params, "\"params\" must be an object", id);
        message.params = json["params"];
    }
    return {std::move(message), ""};
}

std::string dumped(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string result_message(const Json& id, Json result) {
    return dumped({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
}

std::string error_message(const Json& id, int code, const std::string& what, Json data) {
    Json error{{"code", code}, {"message", what}};
    if (!data.is_null()) error["data"] = std::move(data);
    return dumped({{"jsonrpc", "2.0"}, {"id", id}, {"error", std::move(error)}});
}

std::string notification_message(const char* method, Json params) {
    return dumped({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}});
}

}  // namespace yure::mcp
