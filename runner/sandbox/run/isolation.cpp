#include "runner/sandbox/run/isolation.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "runner/sandbox/system/errors.hpp"

namespace runner {

std::string Isolation::describe_missing() const {
  std::string text;
  for (const auto& item : missing) {
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", item.name, item.reason);
  }
  return text;
}

std::string to_json_text(const Isolation& isolation) {
  nlohmann::ordered_json json;
  json["cgroup"] =
      isolation.cgroup.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(isolation.cgroup);
  json["in_force"] = isolation.in_force;
  json["missing"] = nlohmann::ordered_json::array();
  for (const auto& item : isolation.missing) {
    json["missing"].push_back({{"name", item.name}, {"reason", item.reason}});
  }
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

Isolation isolation_from_json_text(const std::string& text) {
  try {
    const auto json = nlohmann::ordered_json::parse(text);
    Isolation isolation;
    if (!json.at("cgroup").is_null()) isolation.cgroup = json.at("cgroup");
    isolation.in_force = json.at("in_force").get<std::vector<std::string>>();
    for (const auto& item : json.at("missing"))
      isolation.missing.push_back({item.at("name"), item.at("reason")});
    return isolation;
  } catch (const nlohmann::ordered_json::exception& error) {
    throw Failure(fmt::format("the sandbox's record of isolation cannot be read: {}", error.what()));
  }
}

}  // namespace runner
