#include "core/session/evaluate/fit_strength.h"

#include "core/base/error.h"
#include "core/evaluate/local_error.h"
#include "core/image/blend.h"
#include "core/image/color/color.h"
#include "core/infer/pipeline.h"
#include "core/infer/strength.h"
#include "core/session/evaluate/evaluation_pictures.h"

#include <algorithm>
#include <cmath>

namespace unlit {

namespace {

constexpr int kFullSteps = 20; ///< from none to full strength
constexpr int kLeastSteps = 10;

/// By falling strength.
std::vector<StrengthScore> candidates() {
    std::vector<StrengthScore> scores;
    for (int steps = kFullSteps; steps >= kLeastSteps; --steps)
        scores.push_back({.strength = static_cast<double>(steps) / kFullSteps});
    return scores;
}

const weights::TargetInfo& albedoOf(const weights::ModelFolder& folder) {
    const auto found = std::ranges::find_if(folder.targets, [&](const auto& target) {
        return infer::canBlend(target, folder.transfer);
    });
    if (found == folder.targets.end())
        throw Error::invalidInput(folder.path.string() +
                                      " has no albedo in the numbers of its input, of which a part "
                                      "could be taken",
                                  "a strength means nothing for it");
    return *found;
}

/// Pictures through the model, their errors at every strength summed.
class StrengthMeter {
public:
    StrengthMeter(const StrengthRequest& request, const weights::ModelFolder& folder)
        : m_request(request), m_options(request.options), m_scores(candidates()) {
        m_options.targets = {albedoOf(folder).name};
        m_options.ensemble = std::max(1, m_options.ensemble);
        m_options.strength = 1;
        m_options.matchInputRes = true;
        m_options.keepBlack = KeepBlack::Off; // masks say what counts; the network is asked of all
        m_model = infer::loadModel(folder, m_options.device, m_options.precision);
    }

    /// False when stopped.
    bool add(const EvaluationPicture& picture, const std::stop_token& stop) {
        const DisplayImage display =
            toDisplay(picture.beauty, m_model->folder.transfer, m_request.input.exposureEv,
                      m_model->folder.headroomEv);
        const auto result = infer::Pipeline(m_model).run(display.image, m_options, {}, stop);
        if (!result)
            return false;
        std::vector<StrengthScore> scores = m_scores;
        for (StrengthScore& score : scores)
            addErrors(score, result->targets.front().image, display.image, picture.truth);
        const auto isKnown = [](const StrengthScore& score) {
            return std::isfinite(score.mse) && std::isfinite(score.lmse);
        };
        if (!std::ranges::all_of(scores, isKnown))
            throw Error::invalidInput("the truth is black wherever it counts");
        m_scores = std::move(scores);
        ++m_pictures;
        return true;
    }

    StrengthReport report() const {
        StrengthReport report;
        report.scores = m_scores;
        report.pictures = m_pictures;
        const auto share = [](double error, double full) { return full > 0 ? error / full : 1; };
        for (StrengthScore& score : report.scores) {
            score.relative = (share(score.mse, m_scores.front().mse) +
                              share(score.lmse, m_scores.front().lmse)) /
                             2;
        }
        for (StrengthScore& score : report.scores) {
            score.mse /= static_cast<double>(m_pictures);
            score.lmse /= static_cast<double>(m_pictures);
        }
        report.best =
            std::ranges::min_element(report.scores, {}, &StrengthScore::relative)->strength;
        return report;
    }

    std::size_t pictures() const { return m_pictures; }

private:
    static void addErrors(StrengthScore& score, const Image& prediction, const Image& input,
                          const evaluate::Truth& truth) {
        Image mixed = prediction;
        blend(mixed, input, score.strength);
        convertTo(mixed, ColorSpace::Linear);
        const evaluate::MetricInput metric{.prediction = mixed.samples,
                                           .truth = truth.linear.samples,
                                           .valid = truth.valid,
                                           .height = mixed.height,
                                           .width = mixed.width};
        score.mse += evaluate::scaleInvariantError(metric, evaluate::ScaleKind::One);
        score.lmse += evaluate::localError(metric, evaluate::ScaleKind::One);
    }

    const StrengthRequest& m_request;
    InferOptions m_options;
    std::shared_ptr<infer::LoadedModel> m_model;
    std::vector<StrengthScore> m_scores; ///< sums
    std::size_t m_pictures = 0;
};

void writeStrength(const weights::ModelFolder& folder, double strength) {
    nlohmann::json keys = {{"strength", strength}};
    if (folder.unlit.strength.value_or(1) != strength)
        keys["calibration"] = nullptr;
    weights::updateUnlitJson(weights::unlitFileOf(folder), folder.unlit, keys);
}

} // namespace

std::optional<StrengthReport>
fitStrength(const StrengthRequest& request,
            const std::function<void(std::size_t, std::size_t)>& progress,
            const std::stop_token& stop) {
    const weights::ModelFolder folder = weights::openModelFolder(request.model);
    StrengthMeter meter(request, folder);
    EvaluationRequest pairs;
    pairs.dataset = request.dataset;
    pairs.input = request.input;
    const auto set = EvaluationSet::open(pairs, stop);
    if (!set)
        return {};
    const auto take = [&](const EvaluationPicture& picture) { return meter.add(picture, stop); };
    std::vector<std::pair<std::string, Failure>> failures;
    if (!visitPictures(*set, take, failures, progress, stop))
        return {};
    if (meter.pictures() == 0)
        throw Error::invalidInput("there is no usable picture",
                                  failures.empty() ? "give one or more"
                                                   : failures.front().second.text());
    StrengthReport report = meter.report();
    report.failures = std::move(failures);
    if (request.writes)
        writeStrength(folder, report.best);
    return report;
}

} // namespace unlit
