#include "core/config/validation_figures.h"

#include "core/config/kept_back.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace unlit::config {

namespace {

constexpr std::string_view kOfMean = "_ema";
constexpr std::string_view kLossOfTimestep = "loss_t";
constexpr std::size_t kMostFigures = 12;
/// Parts of an autoencoder's loss, by what it is made of, and what is known of its codes.
constexpr std::array<std::string_view, 6> kOfAutoencoder = {
    "kl", "commit", "codebook", "entropy", "code_usage", "code_perplexity"};

std::vector<std::string> setsOf(const TrainConfig& recipe) {
    const auto nameOf = [](const DatasetConfig& set) {
        return !set.dispName.empty() ? set.dispName : (set.dir / "").parent_path().stem().string();
    };
    std::vector<std::string> sets;
    for (const DatasetConfig& set : recipe.dataset.val)
        sets.push_back(nameOf(set));
    for (const DatasetConfig& set : recipe.dataset.train.sets())
        if (recipe.dataset.validFrac > 0)
            sets.push_back(nameOf(set) + kKeptBack);
    return sets;
}

bool isAutoencoder(const TrainConfig& recipe) {
    return recipe.trained() == TrainedNetwork::Autoencoder;
}

/// By eval.eval_metrics, the one that decides first; of several targets with their names.
std::vector<std::string> metricFigures(const TrainConfig& recipe) {
    std::vector<std::string> metrics = recipe.eval.evalMetrics;
    const auto main = std::ranges::find(metrics, recipe.validation.mainValMetric);
    if (main != metrics.end())
        std::rotate(metrics.begin(), main, main + 1);
    std::vector<std::string> measured;
    for (const TargetConfig& target : recipe.pipeline.targets)
        measured.push_back(target.name);
    if (isAutoencoder(recipe))
        measured.emplace_back("beauty");
    std::vector<std::string> figures;
    for (const std::string& name : measured)
        for (const std::string& metric : metrics)
            figures.push_back(measured.size() > 1 ? name + "_" + metric : metric);
    return figures;
}

std::vector<std::string> objectiveFigures(const TrainConfig& recipe) {
    if (!recipe.validation.objective)
        return {};
    if (isAutoencoder(recipe))
        return {"loss", "recon_loss"};
    return {"loss"};
}

/// Names that are not in the lists, because a model or a set decides them.
bool mayBeTold(std::string_view figure, const TrainConfig& recipe) {
    const auto& metrics = recipe.eval.evalMetrics;
    if (isAutoencoder(recipe))
        return std::ranges::find(kOfAutoencoder, figure) != kOfAutoencoder.end();
    if (std::ranges::find(metrics, figure) != metrics.end())
        return recipe.pipeline.targets.size() > 1; // of a set of one target
    return recipe.validation.objective && figure.starts_with(kLossOfTimestep);
}

std::string namedFigures(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kMostFigures); ++i)
        text += (i == 0 ? "" : ", ") + names[i];
    return text + (names.size() > kMostFigures ? ", …" : "");
}

} // namespace

std::vector<std::string> validationFigures(const TrainConfig& recipe) {
    std::vector<std::string> names = metricFigures(recipe);
    std::ranges::move(objectiveFigures(recipe), std::back_inserter(names));
    std::vector<std::string> figures;
    for (const std::string& set : setsOf(recipe))
        for (const std::string& name : names) {
            const std::string figure = std::string(kValidationTags) + set + "/" + name;
            if (recipe.ema)
                figures.push_back(figure + std::string(kOfMean));
            figures.push_back(figure);
        }
    return figures;
}

std::vector<std::string> figuresFor(NamedFigure named, const TrainConfig& recipe) {
    if (named == NamedFigure::None)
        return {};
    std::vector<std::string> figures = validationFigures(recipe);
    if (named == NamedFigure::Validated) {
        const auto& metrics = recipe.eval.evalMetrics;
        figures.insert(figures.begin(), metrics.begin(), metrics.end());
        return figures;
    }
    figures.emplace_back("train/loss");
    return figures;
}

std::optional<std::string> whyNotValidated(std::string_view tag, const TrainConfig& recipe) {
    const std::vector<std::string> figures = validationFigures(recipe);
    if (figures.empty())
        return std::string(tag) + " is measured by no run: the recipe has no set that it validates "
                                  "on";
    if (std::ranges::find(figures, tag) != figures.end())
        return {};
    std::string_view figure = tag.substr(tag.rfind('/') + 1);
    if (recipe.ema && figure.ends_with(kOfMean))
        figure.remove_suffix(kOfMean.size());
    const std::vector<std::string> sets = setsOf(recipe);
    const bool isOfSet = std::ranges::any_of(sets, [&](const std::string& set) {
        return tag.starts_with(std::string(kValidationTags) + set + "/");
    });
    if (isOfSet && mayBeTold(figure, recipe))
        return {};
    return std::string(tag) + " is measured by no run: the recipe's validations tell " +
           namedFigures(figures);
}

} // namespace unlit::config
