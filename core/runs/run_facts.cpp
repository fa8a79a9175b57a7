#include "core/runs/run_facts.h"

#include "core/base/failure.h"
#include "core/config/yaml/yaml_reader.h"

#include <charconv>

namespace unlit::runs {

namespace {

std::int64_t integerOf(const config::Node* node) {
    std::int64_t value = 0;
    if (node != nullptr)
        std::from_chars(node->scalar.data(), node->scalar.data() + node->scalar.size(), value);
    return value;
}

} // namespace

RunFacts factsOf(const std::filesystem::path& configFile) {
    RunFacts facts;
    try {
        std::vector<Diagnostic> diagnostics;
        const config::Node document =
            config::parseYaml(config::readConfigText(configFile), configFile, diagnostics);
        if (hasErrors(diagnostics))
            facts.problem = "config.yaml cannot be read: " + diagnostics.front().message;
        facts.settings = std::make_shared<const RunSettings>(document);
        facts.maxStep = integerOf(document.at("max_iter"));
        const config::Node* metric = document.at("validation.main_val_metric");
        if (metric != nullptr && !metric->scalar.empty())
            facts.mainMetric = metric->scalar;
        const config::Node* log = document.at("logging.filename");
        if (log != nullptr && !log->scalar.empty())
            facts.logFile = log->scalar;
    } catch (...) {
        facts.problem = translateCurrentException().message;
    }
    return facts;
}

} // namespace unlit::runs
