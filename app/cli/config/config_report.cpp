#include "app/cli/config/config_report.h"

#include "core/config/yaml/yaml_writer.h"

namespace unlit::cli {

namespace {

/// Of a document that the schema has written: plain scalars are truth values and numbers.
Json jsonOfNode(const config::Node& node) {
    using Kind = config::Node::Kind;
    switch (node.kind) {
    case Kind::Null:
        return nullptr;
    case Kind::Scalar:
        return node.isQuoted ? Json(node.scalar) : Json::parse(node.scalar);
    case Kind::List: {
        Json list = Json::array();
        for (const config::Node& child : node.list)
            list.push_back(jsonOfNode(child));
        return list;
    }
    case Kind::Map:
        break;
    }
    Json map = Json::object();
    for (const config::Entry& entry : node.entries)
        map[entry.key] = jsonOfNode(entry.value);
    return map;
}

} // namespace

void tell(const std::vector<Diagnostic>& diagnostics, Console& console) {
    for (const Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.severity == Diagnostic::Severity::Error)
            console.error(diagnostic.text());
        else
            console.note("unlit: " + diagnostic.text());
    }
}

void tell(const config::LoadedConfig& loaded, Console& console) {
    tell(loaded.diagnostics, console);
    std::string keys;
    for (const config::IgnoredSetting& setting : loaded.ignored)
        keys += (keys.empty() ? "" : ", ") + setting.key;
    if (!keys.empty())
        console.note("unlit: ignored, as they do nothing here: " + keys);
}

Json jsonOf(const std::vector<Diagnostic>& diagnostics) {
    Json list = Json::array();
    for (const Diagnostic& diagnostic : diagnostics) {
        Json json = {{"severity", toString(diagnostic.severity)},
                     {"file", diagnostic.mark.file.string()}};
        if (diagnostic.mark.line > 0) {
            json["line"] = diagnostic.mark.line;
            json["column"] = diagnostic.mark.column;
        }
        json["key"] = diagnostic.key;
        json["message"] = diagnostic.message;
        json["hint"] = diagnostic.hint;
        list.push_back(std::move(json));
    }
    return list;
}

Json jsonOf(const std::vector<config::IgnoredSetting>& ignored) {
    Json list = Json::array();
    for (const config::IgnoredSetting& setting : ignored)
        list.push_back({{"key", setting.key}, {"why", setting.why}});
    return list;
}

Json jsonOf(const config::TrainConfig& config) {
    return jsonOfNode(config::toDocument(config));
}

} // namespace unlit::cli
