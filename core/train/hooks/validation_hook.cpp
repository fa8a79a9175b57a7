#include "core/train/hooks/validation_hook.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace unlit::train {

ValidationHook::ValidationHook(Validator& validator, CheckpointStore& store, RunFolder run,
                               std::vector<ValidationSet> sets, ValidationHookOptions options,
                               WriteRow write)
    : m_validator(validator), m_store(store), m_run(std::move(run)), m_sets(std::move(sets)),
      m_options(std::move(options)), m_write(std::move(write)) {}

void ValidationHook::onTrainBegin(StepContext& context) {
    if (!context.position.inEvaluation)
        return;
    context.log(LogLine::Level::Info, "the last validation was cut off and is run first");
    validate(context);
}

void ValidationHook::onStepEnd(StepContext& context) {
    if (m_options.period > 0 && context.position.step % m_options.period == 0 && !m_sets.empty())
        validate(context);
}

void ValidationHook::validate(StepContext& context) {
    context.position.inEvaluation = true;
    m_store.saveLatest(context);
    const std::vector<ValidationScores> scores = runAll(context);
    if (scores.size() < m_sets.size())
        return; // stopped: the mark stays
    const std::optional<double> value = mainValue(scores);
    const bool isBest = value && isNewBest(context, *value);
    for (std::size_t i = 0; i < m_sets.size(); ++i)
        tell(context, m_sets[i], scores[i], isBest && i == 0);
    if (isBest) {
        context.position.bestMetric = value;
        context.position.bestStep = context.position.step;
        if (m_options.keepBest)
            m_store.saveBackup(context);
    }
    context.position.inEvaluation = false;
    m_store.saveLatest(context);
}

void ValidationHook::validateNow(StepContext& context) {
    const std::vector<ValidationScores> scores = runAll(context);
    for (std::size_t i = 0; i < scores.size(); ++i)
        tell(context, m_sets[i], scores[i], false);
}

std::vector<ValidationScores> ValidationHook::runAll(StepContext& context) {
    std::vector<ValidationScores> all;
    for (const ValidationSet& set : m_sets) {
        const auto progress = [&](std::int64_t index, std::int64_t count, const ValidatedPicture&) {
            context.post(Progress{context.fraction,
                                  {},
                                  "validating " + set.name + " · picture " +
                                      std::to_string(index + 1) + " of " + std::to_string(count)});
        };
        auto scores = m_validator.run(set, context.stop, progress);
        if (!scores)
            break;
        if (scores->unmeasured > 0)
            context.log(LogLine::Level::Warning, std::to_string(scores->unmeasured) + " of " +
                                                     std::to_string(scores->pictures) +
                                                     " pictures of " + set.name +
                                                     " have no valid pixel and were left out");
        all.push_back(std::move(*scores));
    }
    return all;
}

/// Of the first set; nullopt where it was not measured.
std::optional<double> ValidationHook::mainValue(const std::vector<ValidationScores>& scores) const {
    if (scores.empty())
        return {};
    const ValidationScores& first = scores.front();
    const auto main =
        std::ranges::find(first.metrics, mainFigure(*m_sets.front().pairs, m_options.mainMetric));
    if (main == first.metrics.end())
        return {};
    const double value = first.means[static_cast<std::size_t>(main - first.metrics.begin())];
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

bool ValidationHook::isNewBest(const StepContext& context, double value) const {
    const auto& best = context.position.bestMetric;
    return !best ||
           (m_options.goal == config::MetricGoal::Minimize ? value < *best : value > *best);
}

void ValidationHook::tell(StepContext& context, const ValidationSet& set,
                          const ValidationScores& scores, bool isBest) {
    MetricRow row{context.position.step, context.position.epoch, unixTime(), {}};
    ValidationDone event{row.step, set.name, {}, isBest};
    for (std::size_t i = 0; i < scores.metrics.size(); ++i) {
        row.scalars.push_back({"val/" + set.name + "/" + scores.metrics[i], scores.means[i]});
        event.metrics.emplace_back(scores.metrics[i], scores.means[i]);
    }
    m_write(row);
    writeReport(context, set, scores);
    context.post(std::move(event));
}

void ValidationHook::writeReport(const StepContext& context, const ValidationSet& set,
                                 const ValidationScores& scores) const {
    std::string text =
        "Evaluation metrics:\n    on dataset: " + set.name + "\n    over samples in: " + set.list +
        "\n    pictures: " + std::to_string(scores.pictures - scores.unmeasured) + "\n";
    for (std::size_t i = 0; i < scores.metrics.size(); ++i) {
        std::array<char, 32> value{};
        std::snprintf(value.data(), value.size(), "%.9g", scores.means[i]);
        text += scores.metrics[i] + "  " + value.data() + "\n";
    }
    try {
        AtomicFile file(m_run.evaluationFile(set.name, context.position.step));
        file.write(text);
        file.commit();
    } catch (const Error& error) {
        context.log(LogLine::Level::Warning,
                    std::string("the report of a validation was not written: ") + error.what());
    }
}

} // namespace unlit::train
