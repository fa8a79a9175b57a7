#include "core/session/train/sweep_figure.h"

#include "core/config/kept_back.h"
#include "core/runs/metric_tag.h"

#include <algorithm>

namespace unlit {

namespace {

std::vector<std::string> setsOf(const config::TrainConfig& recipe) {
    const auto nameOf = [](const config::DatasetConfig& set) {
        return !set.dispName.empty() ? set.dispName : (set.dir / "").parent_path().stem().string();
    };
    std::vector<std::string> sets;
    for (const config::DatasetConfig& set : recipe.dataset.val)
        sets.push_back(nameOf(set));
    for (const config::DatasetConfig& set : recipe.dataset.train.sets())
        if (recipe.dataset.validFrac > 0)
            sets.push_back(nameOf(set) + config::kKeptBack);
    return sets;
}

} // namespace

std::vector<std::string> sweepFigures(const config::TrainConfig& recipe) {
    std::vector<std::string> metrics = recipe.eval.evalMetrics;
    const auto main = std::ranges::find(metrics, recipe.validation.mainValMetric);
    if (main != metrics.end())
        std::rotate(metrics.begin(), main, main + 1);
    const std::vector<config::TargetConfig>& targets = recipe.pipeline.targets;
    std::vector<std::string> figures;
    for (const std::string& set : setsOf(recipe))
        for (const config::TargetConfig& target : targets)
            for (const std::string& metric : metrics) {
                const std::string figure =
                    "val/" + set + "/" + (targets.size() > 1 ? target.name + "_" : "") + metric;
                if (recipe.ema)
                    figures.push_back(figure + "_ema");
                figures.push_back(figure);
            }
    return figures;
}

std::optional<std::string> faultInSweepFigure(const std::string& figure,
                                              const config::TrainConfig& recipe) {
    if (!figure.starts_with("val/") || !runs::goalOfTag(figure))
        return figure + " has no better and worse; use one as val/rooms/psnr";
    const std::vector<std::string> sets = setsOf(recipe);
    const bool isMeasured = std::ranges::any_of(
        sets, [&](const std::string& set) { return figure.starts_with("val/" + set + "/"); });
    if (!isMeasured)
        return figure + " is measured by no run: " +
               (sets.empty() ? "the recipe has no set that it validates on"
                             : "the recipe validates on " + sets.front());
    return std::nullopt;
}

std::optional<runs::BestValue> bestInSweep(const runs::RunSummary& run, const std::string& figure) {
    if (figure.empty())
        return run.best;
    if (run.figures == nullptr)
        return std::nullopt;
    const auto found = run.figures->find(figure);
    return found == run.figures->end() ? std::nullopt : std::optional(found->second);
}

} // namespace unlit
