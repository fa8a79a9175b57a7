#include "core/train/hooks/validation_hook.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/split_text.h"
#include "core/train/checkpoint/best_checkpoints.h"
#include "core/train/optim/ema.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <string_view>

namespace unlit::train {

namespace {

constexpr const char* kOfMean = "_ema"; ///< ends the names of figures of the running mean

bool isTag(const std::string& metric) {
    return metric.find('/') != std::string::npos;
}

Error unknownFigure(const std::string& tag, const std::vector<std::string>& told) {
    return Error::invalidInput("validation.main_val_metric: this run tells no figure '" + tag + "'",
                               "take one of " + joined(told));
}

/// "val_psnr_21.34": part of a file's name.
std::string nameOf(const std::string& figure, double value) {
    std::array<char, 32> number{};
    std::snprintf(number.data(), number.size(), "%.4g", value);
    std::string name = "val_" + figure + "_" + number.data();
    for (char& sign : name)
        if (std::isalnum(static_cast<unsigned char>(sign)) == 0 &&
            std::string_view("_.-+").find(sign) == std::string_view::npos)
            sign = '-';
    return name;
}

} // namespace

ValidationHook::ValidationHook(Validator& validator, CheckpointStore& store, RunFolder run,
                               std::vector<ValidationSet> sets, ValidationHookOptions options,
                               WriteRow write)
    : m_validator(validator), m_store(store), m_run(std::move(run)), m_sets(std::move(sets)),
      m_options(std::move(options)), m_write(std::move(write)) {}

void ValidationHook::onTrainBegin(StepContext& context) {
    requireDeciding(context);
    if (!context.position.inEvaluation) {
        if (m_options.atStart && context.position.step == 0 && !m_sets.empty())
            validate(context);
        return;
    }
    context.log(LogLine::Level::Info, "the last validation was cut off and is run first");
    validate(context);
}

void ValidationHook::onStepEnd(StepContext& context) {
    if (m_options.period > 0 && context.position.step % m_options.period == 0 && !m_sets.empty())
        validate(context);
}

void ValidationHook::validate(StepContext& context) {
    context.reached(extension::Point::BeforeValidation);
    context.position.inEvaluation = true;
    m_store.saveLatest(context);
    const std::vector<ValidationScores> scores = runAll(context);
    if (scores.size() < m_sets.size())
        return; // stopped: the mark stays
    const Deciding decides = deciding(context);
    const auto metric = mainMetricOf(decides, scores);
    const bool isBest = metric && isNewBest(context, *metric);
    for (std::size_t i = 0; i < m_sets.size(); ++i)
        tell(context, m_sets[i], scores[i], isBest && i == decides.set);
    if (isBest) {
        context.position.bestMetric = metric;
        context.position.bestStep = context.position.step;
    }
    if (metric)
        keepIfAmongBest(context, *metric, decides.figure);
    context.position.inEvaluation = false;
    m_store.saveLatest(context);
    context.reached(extension::Point::AfterValidation);
}

void ValidationHook::keepIfAmongBest(StepContext& context, double metric,
                                     const std::string& figure) {
    auto& best = context.position.bestCheckpoints;
    const std::int64_t step = context.position.step;
    if (!isAmongBest(best, metric, m_options.goal, m_options.bestOnes))
        return;
    std::vector<std::int64_t> replaced;
    for (const BestCheckpoint& fallen : addToBest(best, {step, metric, m_store.hasBackup(step)},
                                                  m_options.goal, m_options.bestOnes))
        if (!fallen.isBackup)
            replaced.push_back(fallen.step);
    m_store.saveBackup(context, std::move(replaced),
                       m_options.namesFigure ? nameOf(figure, metric) : "");
}

void ValidationHook::validateNow(StepContext& context) {
    context.reached(extension::Point::BeforeValidation);
    const std::vector<ValidationScores> scores = runAll(context);
    for (std::size_t i = 0; i < scores.size(); ++i)
        tell(context, m_sets[i], scores[i], false);
    if (scores.size() == m_sets.size())
        context.reached(extension::Point::AfterValidation);
}

std::vector<ValidationScores> ValidationHook::runAll(StepContext& context) {
    std::vector<ValidationScores> all = runSets(context, false);
    Ema* ema = context.task.ema();
    if (ema == nullptr || all.size() < m_sets.size())
        return all;
    const std::vector<ValidationScores> ofMean = runSetsWith(*ema, context);
    if (ofMean.size() < m_sets.size())
        return {};
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (const std::string& metric : ofMean[i].metrics)
            all[i].metrics.push_back(metric + kOfMean);
        all[i].means.insert(all[i].means.end(), ofMean[i].means.begin(), ofMean[i].means.end());
    }
    return all;
}

std::vector<ValidationScores> ValidationHook::runSetsWith(Ema& means, StepContext& context) {
    if (m_options.shared != nullptr)
        m_options.shared->callMeans(true);
    std::vector<ValidationScores> scores;
    {
        const EmaInUse swapped(means);
        scores = runSets(context, true);
    }
    if (m_options.shared != nullptr)
        m_options.shared->callMeans(false);
    return scores;
}

std::vector<ValidationScores> ValidationHook::runSets(StepContext& context, bool ofMean) {
    const StagePart::Kind kind =
        ofMean ? StagePart::Kind::ValidatingMean : StagePart::Kind::Validating;
    SharedValidation* const shared = m_options.shared;
    std::vector<ValidationScores> all;
    for (const ValidationSet& set : m_sets) {
        const auto progress = [&](std::int64_t index, std::int64_t count, const ValidatedPicture&) {
            context.post(Progress{
                context.fraction,
                context.secondsLeft(),
                {{.kind = kind, .name = set.name},
                 {.kind = StagePart::Kind::ValidationPicture, .at = index + 1, .of = count}}});
        };
        if (shared != nullptr)
            shared->call(all.size());
        auto scores = m_validator.run(set, context.stop, progress, shared);
        if (!scores)
            break;
        if (scores->unmeasured > 0)
            context.log(LogLine::Level::Warning, std::to_string(scores->unmeasured) + " of " +
                                                     std::to_string(scores->pictures) +
                                                     " pictures of " + set.name +
                                                     " have no valid pixel and were left out");
        if (m_options.objective != nullptr && !addObjective(context, set, *scores))
            break;
        all.push_back(std::move(*scores));
    }
    return all;
}

/// False when stopped.
bool ValidationHook::addObjective(const StepContext& context, const ValidationSet& set,
                                  ValidationScores& scores) const {
    const auto figures = m_options.objective->measure(set, scores.pictures, context.stop);
    if (!figures)
        return false;
    for (const Scalar& figure : *figures) {
        scores.metrics.push_back(figure.tag);
        scores.means.push_back(figure.value);
    }
    return true;
}

/// Of a metric alone: of the first set, and of the running mean of the weights if there is one.
ValidationHook::Deciding ValidationHook::deciding(const StepContext& context) const {
    if (!isTag(m_options.mainMetric)) {
        if (m_sets.empty())
            return {};
        return {0, m_validator.mainFigure(*m_sets.front().pairs, m_options.mainMetric) +
                       (context.task.ema() != nullptr ? kOfMean : "")};
    }
    for (std::size_t i = 0; i < m_sets.size(); ++i)
        if (const std::string begin = "val/" + m_sets[i].name + "/";
            m_options.mainMetric.starts_with(begin))
            return {i, m_options.mainMetric.substr(begin.size())};
    return {m_sets.size(), m_options.mainMetric};
}

/// Before the run has cost anything; what only a validation shows is found there.
void ValidationHook::requireDeciding(const StepContext& context) const {
    if (!isTag(m_options.mainMetric) || m_sets.empty())
        return;
    const Deciding decides = deciding(context);
    std::vector<std::string> told;
    for (const ValidationSet& set : m_sets)
        for (const std::string& metric : m_validator.figureNames(*set.pairs)) {
            told.push_back("val/" + set.name + "/" + metric);
            if (context.task.ema() != nullptr)
                told.push_back(told.back() + kOfMean);
        }
    const bool isTold = std::ranges::find(told, m_options.mainMetric) != told.end();
    const bool mayComeWithIt = decides.set < m_sets.size() && (m_options.objective != nullptr ||
                                                               decides.figure.starts_with("code_"));
    if (!isTold && !mayComeWithIt)
        throw unknownFigure(m_options.mainMetric, told);
}

/// nullopt where it is no number.
std::optional<double>
ValidationHook::mainMetricOf(const Deciding& deciding,
                             const std::vector<ValidationScores>& scores) const {
    if (deciding.set >= scores.size())
        return {};
    const ValidationScores& own = scores[deciding.set];
    const auto main = std::ranges::find(own.metrics, deciding.figure);
    if (main == own.metrics.end() && isTag(m_options.mainMetric)) {
        std::vector<std::string> told;
        for (std::size_t i = 0; i < scores.size(); ++i)
            for (const std::string& metric : scores[i].metrics)
                told.push_back("val/" + m_sets[i].name + "/" + metric);
        throw unknownFigure(m_options.mainMetric, told);
    }
    if (main == own.metrics.end())
        return {};
    const double value = own.means[static_cast<std::size_t>(main - own.metrics.begin())];
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

bool ValidationHook::isNewBest(const StepContext& context, double metric) const {
    const auto& best = context.position.bestMetric;
    return !best ||
           (m_options.goal == config::MetricGoal::Minimize ? metric < *best : metric > *best);
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
        writeAtomically(m_run.evaluationFile(set.name, context.position.step), text);
    } catch (const Error& error) {
        context.log(LogLine::Level::Warning,
                    std::string("the report of a validation was not written: ") + error.what());
    }
}

} // namespace unlit::train
