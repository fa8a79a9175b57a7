#include "core/session/infer/sequence_job.h"

#include "core/base/error.h"
#include "core/base/log.h"
#include "core/base/seconds_since.h"
#include "core/image/color/color.h"
#include "core/infer/loaded_model.h"
#include "core/infer/memory.h"
#include "core/infer/pipeline.h"
#include "core/nn/torch_warnings.h"
#include "core/session/infer/correct_by_hand.h"
#include "core/session/infer/inference_steps.h"
#include "core/session/infer/light_mask.h"
#include "core/session/infer/memory_steps.h"
#include "core/session/infer/sequence_frames.h"
#include "core/session/infer/sequence_record.h"
#include "core/session/progress_meter.h"
#include "core/weights/model_folder.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

namespace unlit {

namespace fs = std::filesystem;

namespace {

using SequenceClock = std::chrono::steady_clock;

bool isSceneLinear(ColorSpace space) {
    return !isDisplayEncoded(space) && space != ColorSpace::Raw;
}

/// Where the names do not say: one after the other.
std::vector<std::int64_t> timesOf(const std::vector<InferenceRequest>& requests,
                                  std::string& pattern) {
    std::vector<fs::path> files;
    std::vector<std::int64_t> inOrder;
    for (const InferenceRequest& request : requests) {
        inOrder.push_back(static_cast<std::int64_t>(files.size()));
        files.push_back(request.input);
    }
    pattern = files.front().string();
    try {
        const std::vector<FrameSequence> found = findSequences(files);
        if (found.size() != 1 || !std::ranges::is_sorted(found.front().files))
            return inOrder;
        pattern = found.front().pattern;
        return frameTimes(found.front().numbers);
    } catch (const Error&) {
        logSwallowed("taking frames by their numbers");
        return inOrder;
    }
}

std::string sizeOf(int width, int height) {
    return std::to_string(width) + "x" + std::to_string(height);
}

class SteadyRun final : public SequenceRun {
public:
    explicit SteadyRun(std::vector<InferenceRequest> requests)
        : m_requests(std::move(requests)), m_times(timesOf(m_requests, m_pattern)) {
        const bool isSequence = m_requests.size() > 1;
        for (std::size_t i = 0; isSequence && i < m_requests.size(); ++i)
            m_requests[i].sequence =
                SequencePlace{m_pattern, static_cast<int>(i) + 1, static_cast<int>(count())};
        m_options = m_requests.front().options;
    }

    Outcome runFrame(std::size_t frame, ModelCache& models, ModelHashes& hashes,
                     const JobRunner::Post& post, const JobStops& stops) override {
        nn::logTorchWarnings();
        try {
            const Outcome outcome = run(frame, models, hashes, post, stops);
            if (outcome == Outcome::Done)
                endWith(frame);
            return outcome;
        } catch (...) {
            endWith(frame);
            throw;
        }
    }

private:
    Outcome run(std::size_t frame, ModelCache& models, ModelHashes& hashes,
                const JobRunner::Post& post, const JobStops& stops) {
        const SequenceClock::time_point start = SequenceClock::now();
        ProgressMeter meter([&post](Progress progress) { post(std::move(progress)); });
        const InferenceRequest& request = m_requests[frame];
        meter.stage("reading");
        const weights::ModelFolder folder = weights::openModelFolder(request.model);
        if (!prepare(folder, meter, stops))
            return Outcome::Cancelled;
        if (isDone(request, folder)) {
            post(LogLine{LogLine::Level::Info,
                         request.input.string() +
                             ": kept as it is; its results exist (--overwrite makes them again)"});
            return Outcome::Done;
        }
        checkRequest(request, folder);
        requireSize(frame);

        const auto result = std::make_shared<InferenceResult>();
        result->request = request;
        if (m_exposureEv && !request.inputOptions.exposureEv)
            result->request.inputOptions.exposureEv = m_exposureEv;
        readInput(*result, folder);
        requireSize(request.input, result->display->width, result->display->height);
        requireStrokes(*result, folder.targets);
        if (request.sequence && request.sequence->frame == 1)
            warnOfCutPrompt(request, folder, post);
        warnOfColor(*result, folder.transfer, post);
        tellInputNotes(*result, post);
        warnOfBadPixels(*result, post);
        post(InputReady{std::make_shared<const InferenceResult>(*result)});
        if (stops.stop.stop_requested())
            return Outcome::Cancelled;

        infer::Pipeline pipeline(
            models.get(request, folder, [&] { meter.stage("loading the model"); }));
        result->modelStamp = modelStamp(request.model);
        const SequenceClock::time_point networkStart = SequenceClock::now();
        if (!askNeighbours(frame, *result->display, pipeline, folder, meter, post, stops))
            return Outcome::Cancelled;
        meter.stage("making the result");
        result->request.options = m_options;
        result->prediction = finish(frame, *result->display, pipeline);
        result->sequenceFactor = factorOf(frame);
        result->networkSeconds = secondsSince(networkStart);
        infer::releaseFreedMemory();
        if (stops.stop.stop_requested())
            return Outcome::Cancelled;
        finishResult(result, start, hashes, meter, post);
        if (request.output)
            keepRecord();
        return Outcome::Done;
    }

    std::size_t count() const { return m_requests.size(); }

    const infer::SequenceWindow& window() const { return m_window; }

    static bool isDone(const InferenceRequest& request, const weights::ModelFolder& folder) {
        if (!request.output || request.output->overwrite)
            return false;
        const auto planned =
            plannedOutputs(request, outputTargets(folder, request.options.targets));
        return std::ranges::all_of(planned, [](const auto& entry) {
            std::error_code unknown;
            return fs::exists(entry.second, unknown);
        });
    }

    /// Sizes and exposure of all frames, once. False when stopped.
    bool prepare(const weights::ModelFolder& folder, ProgressMeter& meter, const JobStops& stops) {
        if (m_isPrepared)
            return true;
        if (m_requests.front().output) {
            m_recordFile = recordFile(m_requests);
            if (const auto record = readRecord(m_recordFile)) {
                m_exposureEv = record->exposureEv;
                m_known = {record->levels, record->commonLevel};
                m_passed.insert(record->passed.begin(), record->passed.end());
                m_hasRecord = true;
            }
        }
        findSize();
        if (!m_hasRecord && !measureExposure(folder, meter, stops))
            return false;
        m_isPrepared = true;
        return true;
    }

    /// The first frame that can be read decides.
    void findSize() {
        for (const InferenceRequest& request : m_requests) {
            try {
                const ImageInfo info = readImageInfo(request.input);
                m_width = info.width;
                m_height = info.height;
                m_sizeFrom = request.input;
                return;
            } catch (const std::exception&) {
                continue; // its own job says why
            }
        }
    }

    bool measureExposure(const weights::ModelFolder& folder, ProgressMeter& meter,
                         const JobStops& stops) {
        if (m_requests.front().inputOptions.exposureEv || count() < 2)
            return true;
        std::vector<double> exposures;
        for (std::size_t i = 0; i < count(); ++i) {
            if (stops.stop.stop_requested())
                return false;
            meter.stage("measuring exposure, frame " + std::to_string(i + 1) + " of " +
                        std::to_string(count()));
            const InputOptions& options = m_requests[i].inputOptions;
            try {
                LoadedImage loaded = readImage(m_requests[i].input, {options.layer, options.space});
                if (!isSceneLinear(loaded.image.space))
                    return true; // and neither are the others: they have one suffix
                if (loaded.image.width == m_width && loaded.image.height == m_height)
                    exposures.push_back(
                        shownToNetwork(loaded.image, m_requests[i].input, options, folder, {})
                            .exposureEv);
            } catch (const std::exception&) {
                continue; // its own job says why
            }
        }
        if (!exposures.empty())
            m_exposureEv = medianExposure(std::move(exposures));
        return true;
    }

    void requireSize(const fs::path& input, int width, int height) const {
        if (m_width == 0 || (width == m_width && height == m_height))
            return;
        throw Error::invalidInput(input.string() + " has " + sizeOf(width, height) +
                                      " pixels, but its sequence begins with " +
                                      sizeOf(m_width, m_height) + " (" + m_sizeFrom.string() + ")",
                                  "render it in the size of the others, or run it by itself");
    }

    /// From the header, before anything is computed.
    void requireSize(std::size_t frame) const {
        const ImageInfo info = readImageInfo(m_requests[frame].input);
        requireSize(m_requests[frame].input, info.width, info.height);
    }

    /// The first frame that has to be asked about: levels are measured one after the other.
    std::int64_t firstNeeded(std::size_t frame) const {
        const infer::SequenceLevels& known = m_steady ? m_steady->levels() : m_known;
        if (!known.common && !m_steady)
            return m_times.front();
        std::int64_t first = m_times[frame];
        for (std::size_t i = 0; i < frame; ++i)
            if (!known.own.contains(m_times[i]) && !m_passed.contains(i)) {
                first = m_times[i];
                break;
            }
        return first - window().reach;
    }

    /// False when stopped.
    bool askNeighbours(std::size_t frame, const Image& display, infer::Pipeline& pipeline,
                       const weights::ModelFolder& folder, ProgressMeter& meter,
                       const JobRunner::Post& post, const JobStops& stops) {
        const std::int64_t begin = firstNeeded(frame);
        const std::int64_t end = m_times[frame] + window().reach;
        std::vector<std::size_t> wanted;
        for (std::size_t i = 0; i < count(); ++i) {
            const bool isNear = m_times[i] >= begin && m_times[i] <= end;
            const bool isPassed = i != frame && m_passed.contains(i);
            if (isNear && !isPassed && !m_answers.contains(m_times[i]))
                wanted.push_back(i);
        }
        for (std::size_t at = 0; at < wanted.size(); ++at) {
            const std::size_t i = wanted[at];
            if (m_times[i] > m_times[frame] + window().reach)
                continue; // the first answer has shown that there is no room for it
            const std::string name =
                i == frame ? "" : m_requests[i].input.filename().string() + " · ";
            const auto report = [&](const InferProgress& progress) {
                meter.advance(static_cast<double>(at) + progress.done / progress.total,
                              static_cast<double>(wanted.size()), name + progress.what);
            };
            if (i == frame) {
                if (!ask(i, display, pipeline, folder, report, post, stops))
                    return false;
            } else if (!askOther(i, pipeline, folder, report, post, stops)) {
                return false;
            }
            forgetBefore(std::min(m_times[i], m_times[frame]) - window().reach);
        }
        return true;
    }

    /// A neighbour that cannot be read is none; its own job says why.
    bool askOther(std::size_t i, infer::Pipeline& pipeline, const weights::ModelFolder& folder,
                  const infer::ProgressCallback& report, const JobRunner::Post& post,
                  const JobStops& stops) {
        try {
            const InputOptions& options = m_requests[i].inputOptions;
            LoadedImage loaded = readImage(m_requests[i].input, {options.layer, options.space});
            requireSize(m_requests[i].input, loaded.image.width, loaded.image.height);
            const DisplayImage display =
                shownToNetwork(loaded.image, m_requests[i].input, options, folder,
                               options.exposureEv ? options.exposureEv : m_exposureEv);
            return ask(i, display.image, pipeline, folder, report, post, stops);
        } catch (const std::exception&) {
            logSwallowed("looking ahead at " + m_requests[i].input.string());
            m_passed.insert(i);
            return !stops.stop.stop_requested();
        }
    }

    bool ask(std::size_t i, const Image& display, infer::Pipeline& pipeline,
             const weights::ModelFolder& folder, const infer::ProgressCallback& report,
             const JobRunner::Post& post, const JobStops& stops) {
        std::optional<infer::FrameAnswer> answer = runWithLessMemory(
            m_options,
            [&](const InferOptions& options) {
                return pipeline.ask(display, options,
                                    {.progress = report,
                                     .stop = stops.stop,
                                     .finishEarly = stops.finishEarly,
                                     .preview = {}});
            },
            [&](const std::string& step) {
                infer::releaseFreedMemory();
                post(LogLine{LogLine::Level::Warning,
                             m_requests[i].input.string() +
                                 ": not enough memory; trying again with " + step});
            });
        if (!answer)
            return false;
        if (!m_steady) {
            fitReach(*answer, post);
            m_steady.emplace(answer->targets, folder.transfer, window(), usable(answer->targets));
        }
        if (answer->part)
            m_steady->add(m_times[i], *answer->part);
        else
            m_passed.insert(i);
        m_answers.insert_or_assign(m_times[i], std::move(*answer));
        return true;
    }

    /// Of the record, if it is about as many targets.
    infer::SequenceLevels usable(const std::vector<infer::DetailTarget>& targets) const {
        const auto fits = [&](const std::vector<double>& levels) {
            return levels.size() == targets.size();
        };
        const bool isUsable =
            m_known.common && fits(*m_known.common) &&
            std::ranges::all_of(m_known.own, [&](const auto& one) { return fits(one.second); });
        return isUsable ? m_known : infer::SequenceLevels();
    }

    Prediction finish(std::size_t frame, const Image& display, infer::Pipeline& pipeline) {
        infer::FrameAnswer answer = m_answers.at(m_times[frame]);
        if (answer.part)
            answer.part->answer = m_steady->steadied(m_times[frame]);
        return pipeline.finish(display, answer);
    }

    double factorOf(std::size_t frame) const {
        return m_steady->has(m_times[frame]) ? m_steady->factorOf(m_times[frame]) : 1;
    }

    void forgetBefore(std::int64_t time) {
        m_answers.erase(m_answers.begin(), m_answers.lower_bound(time));
        if (m_steady)
            m_steady->forgetBefore(time);
    }

    /// It only saves time: a disk that is full tells with the next result.
    void keepRecord() const {
        const infer::SequenceLevels& levels = m_steady->levels();
        try {
            writeRecord(
                m_recordFile,
                {m_exposureEv, levels.own, levels.common, {m_passed.begin(), m_passed.end()}});
        } catch (const std::exception&) {
            logSwallowed("keeping how far a sequence is");
        }
    }

    /// Answers of very large frames (--processing-res 0) are no longer small.
    void fitReach(const infer::FrameAnswer& answer, const JobRunner::Post& post) {
        const auto available = infer::availableBytes();
        if (!available || !answer.part)
            return;
        const infer::PixelSize size = answer.plan.geometry.network;
        const double bytes = infer::SteadySequence::bytesOfPixel(
                                 answer.targets.size(), answer.plan.settings.ensemble > 1) *
                             static_cast<double>(size.height) * static_cast<double>(size.width);
        const double frames = static_cast<double>(*available) / 2 / bytes;
        const int reach = std::max(1, static_cast<int>((std::min(frames, 100.0) - 1) / 2));
        if (reach >= m_window.reach)
            return;
        m_window.reach = reach;
        post(LogLine{
            LogLine::Level::Warning,
            m_requests.front().input.string() +
                ": the memory does not suffice for all neighbours of a frame; those up to " +
                std::to_string(reach) +
                " frames away count (a smaller --processing-res leaves room for more)"});
    }

    /// The frame is done: what only it needed goes, after the last one the record too.
    void endWith(std::size_t frame) {
        if (frame + 1 < count()) {
            forgetBefore(m_times[frame + 1] - window().reach);
            return;
        }
        m_answers.clear();
        m_steady.reset();
        if (!m_recordFile.empty()) {
            std::error_code ignored;
            fs::remove(m_recordFile, ignored);
        }
    }

    std::vector<InferenceRequest> m_requests;
    std::string m_pattern;
    std::vector<std::int64_t> m_times;
    infer::SequenceWindow m_window;
    InferOptions m_options; ///< with what had to be given up for want of memory

    bool m_isPrepared = false;
    bool m_hasRecord = false;
    fs::path m_recordFile; ///< empty = there are no outputs
    infer::SequenceLevels m_known;
    std::optional<double> m_exposureEv;
    int m_width = 0;
    int m_height = 0;
    fs::path m_sizeFrom;

    std::optional<infer::SteadySequence> m_steady;
    std::map<std::int64_t, infer::FrameAnswer> m_answers; ///< by time
    std::set<std::size_t> m_passed;                       ///< frames that tell the others nothing
};

} // namespace

double medianExposure(std::vector<double> exposures) {
    std::ranges::sort(exposures);
    const std::size_t middle = exposures.size() / 2;
    return exposures.size() % 2 == 1 ? exposures[middle]
                                     : (exposures[middle - 1] + exposures[middle]) / 2;
}

std::unique_ptr<SequenceRun> openSequence(std::vector<InferenceRequest> requests) {
    return std::make_unique<SteadyRun>(std::move(requests));
}

} // namespace unlit
