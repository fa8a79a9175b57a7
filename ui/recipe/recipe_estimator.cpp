#include "ui/recipe/recipe_estimator.h"

#include "core/base/text.h"
#include "core/config/load_config.h"
#include "ui/kit/text.h"

#include <cmath>

namespace unlit::ui {

namespace {

constexpr int kEstimatePauseMs = 400;

QString bytesText(std::uint64_t bytes) {
    return toQString(formatBytes(bytes));
}

QString stepsText(double steps) {
    return steps < 10 && steps != std::floor(steps) ? QString::number(steps, 'f', 1)
                                                    : QString::number(std::llround(steps));
}

} // namespace

RecipeEstimator::RecipeEstimator(QObject* parent) : QObject(parent) {
    m_pause.setSingleShot(true);
    m_pause.setInterval(kEstimatePauseMs);
    connect(&m_pause, &QTimer::timeout, this, &RecipeEstimator::begin);
}

void RecipeEstimator::estimate(const config::TrainConfig& config,
                               const std::filesystem::path& file) {
    m_config = config::resolved(config, file);
    m_pause.start();
}

void RecipeEstimator::cancel() {
    m_pause.stop();
    m_estimate.forget();
}

void RecipeEstimator::begin() {
    m_estimate.ask(
        [config = m_config](const std::stop_token& stop) { return estimateRun(config, stop); },
        [this](const RunEstimate& estimate) { emit done(estimate); });
}

QString estimateText(const RunEstimate& estimate) {
    QStringList parts;
    if (estimate.memoryBytes)
        parts += RecipeEstimator::tr("%1 memory").arg(bytesText(*estimate.memoryBytes));
    if (estimate.checkpointBytes)
        parts += RecipeEstimator::tr("%1 a checkpoint").arg(bytesText(*estimate.checkpointBytes));
    if (estimate.stepsPerEpoch)
        parts += RecipeEstimator::tr("%1 steps an epoch").arg(stepsText(*estimate.stepsPerEpoch));
    if (!estimate.problems.empty())
        parts += sentence(estimate.problems.front());
    return parts.join(QStringLiteral(" · "));
}

QString estimateDetails(const RunEstimate& estimate) {
    QStringList lines;
    if (estimate.memoryBytes)
        lines += RecipeEstimator::tr("Memory at the peak of a step: about %1. A run that has less "
                                     "does with less, and is slower.")
                     .arg(bytesText(*estimate.memoryBytes));
    if (estimate.checkpointBytes)
        lines += RecipeEstimator::tr("Each save writes %1, each backup %2; the first one also %3 "
                                     "that do not change.")
                     .arg(bytesText(*estimate.checkpointBytes),
                          bytesText(estimate.backupBytes.value_or(0)),
                          bytesText(estimate.frozenBytes.value_or(0)));
    if (estimate.pairs && estimate.stepsPerEpoch)
        lines += RecipeEstimator::tr("%1 pairs are learnt from, %2 steps an epoch.")
                     .arg(*estimate.pairs)
                     .arg(stepsText(*estimate.stepsPerEpoch));
    for (const std::string& problem : estimate.problems)
        lines += sentence(problem);
    return lines.join(u'\n');
}

} // namespace unlit::ui
