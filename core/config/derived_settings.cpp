#include "core/config/derived_settings.h"

#include "core/base/number_text.h"
#include "core/config/metric_names.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace unlit::config {

namespace {

constexpr const char* kSeedKey = "seed_everything";
constexpr const char* kTargetsKey = "pipeline.kwargs.target_properties";
constexpr std::string_view kNormalised = "_norm"; ///< ends the keys of a sample in Marigold's files

constexpr std::array<std::pair<const char*, const char*>, 3> kSeeds = {
    {{"trainer", "init_seed"}, {"dataloader", "seed"}, {"validation", "init_seed"}}};

bool isSameSeed(const Node& node, std::int64_t seed) {
    return node.kind == Node::Kind::Scalar && numberIn<std::int64_t>(node.scalar) == seed;
}

TargetConfig targetCalled(const std::string& name) {
    TargetConfig target;
    target.name = name;
    if (name == "shading" || name == "residual") {
        target.predictionSpace = TargetSpace::Linear;
        target.upToScale = true;
    }
    return target;
}

} // namespace

bool isSeedOfAll(std::string_view key) {
    return key == kSeedKey;
}

void yieldSeeds(Node& below, const Node& over) {
    const Node* given = over.at(kSeedKey);
    if (given == nullptr || given->kind != Node::Kind::Scalar)
        return;
    for (const auto& [section, key] : kSeeds)
        if (Entry* place = below.find(section); place && place->value.kind == Node::Kind::Map)
            std::erase_if(place->value.entries, [name = std::string_view(key)](const Entry& entry) {
                return entry.key == name;
            });
}

void spreadSeed(Node& document, std::vector<Diagnostic>& diagnostics) {
    const Node* given = document.at(kSeedKey);
    if (given == nullptr || given->kind != Node::Kind::Scalar || given->isQuoted)
        return;
    const auto seed = numberIn<std::int64_t>(given->scalar);
    if (!seed)
        return; // whoever reads it says what is wrong
    const Node value = *given;
    bool changesNothing = true;
    for (const auto& [section, key] : kSeeds) {
        if (const Node* own = document.at(std::string(section) + "." + key)) {
            changesNothing = changesNothing && !isSameSeed(*own, *seed);
            continue;
        }
        Node& place = document[section];
        if (place.kind == Node::Kind::Null)
            place = Node::emptyMap();
        if (place.kind != Node::Kind::Map)
            continue;
        place.entries.push_back({key, value.mark, value});
        changesNothing = false;
    }
    if (changesNothing)
        diagnostics.push_back({Diagnostic::Severity::Warning, value.mark, kSeedKey,
                               "seed_everything changes nothing: all seeds are given themselves",
                               "take it out, or trainer.init_seed, dataloader.seed and "
                               "validation.init_seed"});
}

void takeTargetOfGtType(TrainConfig& config, const Node& document,
                        std::vector<Diagnostic>& diagnostics) {
    if (!config.gtType)
        return;
    std::string name = *config.gtType;
    if (name.ends_with(kNormalised))
        name.resize(name.size() - kNormalised.size());
    const Node* given = document.at("gt_type");
    const auto refuse = [&](const std::string& what, const std::string& hint) {
        diagnostics.push_back({Diagnostic::Severity::Error,
                               given == nullptr ? SourceMark{} : given->mark, "gt_type", what,
                               hint});
    };
    if (name.empty() || name.find_first_of("/\\ ") != std::string::npos)
        return refuse("gt_type \"" + *config.gtType + "\" names no picture",
                      "name one, as albedo, or take it out");
    if (document.at(kTargetsKey) == nullptr) {
        config.pipeline.targets = {targetCalled(name)};
        return;
    }
    if (config.pipeline.targets.size() != 1 || config.pipeline.targets.front().name != name)
        refuse(
            "gt_type is " + *config.gtType + ", and " + kTargetsKey + " names " +
                (config.pipeline.targets.size() == 1 ? "another target: " : "several targets: ") +
                [&] {
                    std::string names;
                    for (const TargetConfig& target : config.pipeline.targets)
                        names += (names.empty() ? "" : ", ") + target.name;
                    return names;
                }(),
            "take gt_type out, or let target_names be " + name + " alone");
}

void passOverOppositeGoal(TrainConfig& config, std::vector<Diagnostic>& diagnostics) {
    ValidationConfig& validation = config.validation;
    const auto better = goalOfFigure(validation.mainValMetric);
    if (!better || !validation.mainValMetricGoal || *validation.mainValMetricGoal == *better)
        return;
    const std::string goal(toString(*validation.mainValMetricGoal));
    validation.mainValMetricGoal.reset();
    diagnostics.push_back({Diagnostic::Severity::Warning,
                           {},
                           "validation.main_val_metric_goal",
                           "this run was begun with " + goal + " as the goal of " +
                               validation.mainValMetric +
                               ", which would keep the worst checkpoint "
                               "as the best: it is not followed",
                           ""});
}

} // namespace unlit::config
