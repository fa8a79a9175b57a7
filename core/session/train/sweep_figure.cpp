#include "core/session/train/sweep_figure.h"

#include "core/config/metric_names.h"
#include "core/config/validation_figures.h"

namespace unlit {

std::optional<std::string> faultInSweepFigure(const std::string& figure,
                                              const config::TrainConfig& recipe) {
    if (figure.starts_with(config::kValidationTags))
        if (auto why = config::whyNotValidated(figure, recipe))
            return why;
    if (!figure.starts_with(config::kValidationTags) || !config::goalOfFigure(figure))
        return figure + " has no better and worse; use one as val/rooms/psnr";
    return {};
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
