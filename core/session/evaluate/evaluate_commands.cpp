#include "core/session/evaluate/evaluate_commands.h"

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/seconds_since.h"
#include "core/image/color/color.h"
#include "core/session/evaluate/evaluation_pictures.h"
#include "core/session/evaluate/evaluation_share.h"
#include "core/session/infer/albedo_maker.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <mutex>
#include <set>

namespace unlit {

namespace {

/// Which pictures of the set stand on the contact sheet.
std::set<std::size_t> sheetPictures(std::size_t count, int rows) {
    std::set<std::size_t> chosen;
    const std::size_t wanted = std::min(count, static_cast<std::size_t>(std::max(rows, 0)));
    for (std::size_t i = 0; i < wanted; ++i)
        chosen.insert(i * count / wanted);
    return chosen;
}

/// Everything that one evaluation shares; workers add to it under the mutex.
class Run {
public:
    Run(Evaluation& evaluation, const EvaluationProgress& progress, const std::stop_token& stop)
        : m_evaluation(evaluation), m_request(evaluation.request), m_progress(progress),
          m_stop(stop) {}

    /// False when stopped.
    bool measurePairs(const EvaluationSet& set, std::size_t modelIndex, AlbedoMaker& maker);
    bool judge(const std::vector<JudgedPicture>& pictures, std::size_t modelIndex,
               AlbedoMaker& maker);

    void chooseSheet(std::size_t pictures) {
        m_onSheet = sheetPictures(pictures, m_request.sheetRows);
    }

private:
    /// Calls work(i) for each picture of the share: on several threads where the maker allows it,
    /// else here. What it throws becomes a failure of that picture.
    bool forEachPicture(std::size_t count, const AlbedoMaker& maker, const std::string& model,
                        const std::function<std::string(std::size_t)>& nameOf,
                        const std::function<void(std::size_t)>& work);
    void measureOne(const EvaluationSet& set, std::size_t modelIndex, std::size_t index,
                    AlbedoMaker& maker);
    void addToSheet(const EvaluationSet& set, std::size_t modelIndex, std::size_t index,
                    const EvaluationPicture& picture, const DisplayImage& display,
                    const Image& albedo);
    void fail(const std::string& picture, const std::string& model);

    Evaluation& m_evaluation;
    const EvaluationRequest& m_request;
    const EvaluationProgress& m_progress;
    const std::stop_token& m_stop;
    std::set<std::size_t> m_onSheet;
    std::mutex m_mutex; ///< guards m_evaluation.failures, sheet and isMasked
};

/// Inside a catch block.
void Run::fail(const std::string& picture, const std::string& model) {
    const Failure failure = translateCurrentException();
    const std::scoped_lock lock(m_mutex);
    auto& failures = m_evaluation.failures;
    // A picture that cannot be read fails in the same words for every model: told once.
    const auto same = [&](const EvaluationFailure& other) {
        return other.picture == picture && other.failure.message == failure.message;
    };
    if (const auto found = std::ranges::find_if(failures, same); found != failures.end())
        found->model.clear();
    else
        failures.push_back({picture, model, failure});
}

bool Run::forEachPicture(std::size_t count, const AlbedoMaker& maker, const std::string& model,
                         const std::function<std::string(std::size_t)>& nameOf,
                         const std::function<void(std::size_t)>& work) {
    const auto guarded = [&](std::size_t i) {
        try {
            work(i);
        } catch (...) {
            fail(nameOf(i), model);
        }
    };
    const WorkShare& share = m_request.share;
    const std::size_t mine = share.count(count);
    const auto tell = [&](std::size_t done, std::size_t total) {
        if (m_progress)
            m_progress(model + " · picture " + std::to_string(std::min(done + 1, total)) + " of " +
                       std::to_string(total));
    };
    if (maker.isConcurrent())
        return data::forEach(mine, {m_request.workers, tell, m_stop},
                             [&](std::size_t place) { guarded(share.item(place)); });
    for (std::size_t place = 0; place < mine; ++place) {
        if (m_stop.stop_requested())
            return false;
        tell(place, mine);
        guarded(share.item(place));
    }
    return !m_stop.stop_requested();
}

void Run::measureOne(const EvaluationSet& set, std::size_t modelIndex, std::size_t index,
                     AlbedoMaker& maker) {
    using Clock = std::chrono::steady_clock;
    const EvaluationPicture picture = set.read(index);
    const DisplayImage display = maker.show(picture.beauty, m_request.input.exposureEv);
    const Clock::time_point begin = Clock::now();
    const auto albedo = maker.make(display.image, picture.truth.valid, m_stop);
    if (!albedo)
        return;
    evaluate::PictureFigures figures;
    figures.seconds = secondsSince(begin);
    figures.measurement = evaluate::measure(*albedo, picture.truth, m_request.encoding,
                                            maker.isConcurrent() ? 1 : m_request.workers);
    m_evaluation.models[modelIndex].pictures[index] = std::move(figures);
    const std::scoped_lock lock(m_mutex);
    if (picture.truth.valid != picture.truth.finite)
        m_evaluation.isMasked = true;
    if (m_onSheet.contains(index))
        addToSheet(set, modelIndex, index, picture, display, *albedo);
}

/// The albedo stands there times the factor that brings it nearest to the truth.
void Run::addToSheet(const EvaluationSet& set, std::size_t modelIndex, std::size_t index,
                     const EvaluationPicture& picture, const DisplayImage& display,
                     const Image& albedo) {
    evaluate::ContactSheet& sheet = m_evaluation.sheet;
    if (modelIndex == 0) {
        Image linear = display.image;
        convertTo(linear, ColorSpace::Linear);
        sheet.put(index, 0, linear);
        sheet.put(index, m_request.models.size() + 1, picture.truth.linear);
        sheet.nameRow(index, set.name(index));
    }
    Image scaled = albedo;
    const Image& truth = picture.truth.linear;
    scaled.samples = evaluate::scaledPrediction(
        {albedo.samples, truth.samples, picture.truth.valid, 1, 3, truth.height, truth.width, 1},
        evaluate::ScaleKind::One);
    sheet.put(index, modelIndex + 1, scaled);
}

bool Run::measurePairs(const EvaluationSet& set, std::size_t modelIndex, AlbedoMaker& maker) {
    const std::string& model = m_request.models[modelIndex];
    evaluate::ModelFigures& figures = m_evaluation.models[modelIndex];
    figures.pictures.resize(set.size());
    return forEachPicture(
        set.size(), maker, model, [&](std::size_t i) { return set.name(i); },
        [&](std::size_t i) { measureOne(set, modelIndex, i, maker); });
}

bool Run::judge(const std::vector<JudgedPicture>& pictures, std::size_t modelIndex,
                AlbedoMaker& maker) {
    const std::string& model = m_request.models[modelIndex];
    WhdrFigures& figures = m_evaluation.whdr[modelIndex];
    figures.model = model;
    figures.pictures.assign(pictures.size(), std::numeric_limits<double>::quiet_NaN());
    figures.errors.resize(pictures.size());
    return forEachPicture(
        pictures.size(), maker, model, [&](std::size_t i) { return pictures[i].name; },
        [&](std::size_t i) {
            const auto judgements = evaluate::readJudgements(pictures[i].judgements);
            const Image beauty = readJudgedPicture(pictures[i], m_request.input.space);
            const std::vector<unsigned char> everywhere(beauty.planeSize(), 1);
            const DisplayImage display = maker.show(beauty, m_request.input.exposureEv);
            if (const auto albedo = maker.make(display.image, everywhere, m_stop)) {
                figures.errors[i] = evaluate::judgementErrors(*albedo, judgements);
                figures.pictures[i] = figures.errors[i].whdr();
            }
        });
}

void checkRequest(const EvaluationRequest& request) {
    if (request.models.empty())
        throw Error::invalidInput("there is no model to evaluate",
                                  "give --model DIR or a baseline");
    if (request.dataset.source.empty() && request.judgements.folder.empty())
        throw Error::invalidInput("there are no pictures to evaluate on",
                                  "give --dataset LIST or --judgements DIR");
    for (const std::string& model : request.models)
        checkAlbedoMaker(model, {request.options, request.target});
}

void checkShare(const Evaluation& evaluation) {
    const std::size_t most = std::max(evaluation.pictures.size(), evaluation.judgedPictures.size());
    const auto processes = static_cast<std::size_t>(evaluation.request.share.of);
    if (processes > 1 && processes > most)
        throw Error::invalidInput(std::to_string(processes) + " processes cannot share " +
                                      std::to_string(most) + (most == 1 ? " picture" : " pictures"),
                                  "use as many processes as there are pictures, or fewer");
}

} // namespace

std::optional<Evaluation> evaluateModels(const EvaluationRequest& request,
                                         const EvaluationProgress& progress,
                                         const std::stop_token& stop) {
    checkRequest(request);
    Evaluation evaluation;
    evaluation.request = request;
    evaluation.sheet = evaluate::ContactSheet(sheetColumns(request.models));
    std::optional<EvaluationSet> set;
    if (!request.dataset.source.empty()) {
        set = EvaluationSet::open(request, stop);
        if (!set)
            return {};
        for (std::size_t i = 0; i < set->size(); ++i)
            evaluation.pictures.push_back(set->name(i));
    }
    std::vector<JudgedPicture> judged;
    if (!request.judgements.folder.empty()) {
        judged = judgedPictures(request.judgements);
        for (const JudgedPicture& picture : judged)
            evaluation.judgedPictures.push_back(picture.name);
        evaluation.whdr.resize(request.models.size());
    }
    checkShare(evaluation);
    Run run(evaluation, progress, stop);
    run.chooseSheet(evaluation.pictures.size());
    for (std::size_t m = 0; m < request.models.size(); ++m) {
        if (progress)
            progress(request.models[m] + " · loading");
        const auto maker = openAlbedoMaker(request.models[m], {request.options, request.target});
        evaluation.models.push_back({request.models[m], maker->what(), {}});
        if (set && !run.measurePairs(*set, m, *maker))
            return {};
        if (!judged.empty() && !run.judge(judged, m, *maker))
            return {};
    }
    if (request.share.isWhole())
        summarizeEvaluation(evaluation);
    return evaluation;
}

} // namespace unlit
