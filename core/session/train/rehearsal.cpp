#include "core/session/train/rehearsal.h"

#include "core/base/seconds_since.h"
#include "core/base/text.h"
#include "core/infer/device.h"
#include "core/nn/torch_warnings.h"
#include "core/train/memory/peak_memory.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <mutex>

#include <unistd.h>

namespace unlit {

namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;
using Kind = RehearsalCheck::Kind;
using State = RehearsalCheck::State;

constexpr std::int64_t kSteps = 2;

/// In their order.
constexpr std::array kRehearsal{Kind::Read, Kind::Train, Kind::Validate, Kind::Save, Kind::Resume};

std::string shortText(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.4g", value);
    return text.data();
}

/// Where the rehearsal writes: gone with everything in it when this goes. Folders above it that had
/// to be made go, too.
class HiddenFolder {
public:
    explicit HiddenFolder(const fs::path& parent)
        : m_path(fs::absolute(parent).lexically_normal() /
                 (".rehearsal-" + std::to_string(::getpid()))) {
        m_firstMade = m_path;
        while (m_firstMade.has_parent_path() && !fs::exists(m_firstMade.parent_path()))
            m_firstMade = m_firstMade.parent_path();
        std::error_code failed;
        fs::create_directories(m_path, failed);
        if (failed)
            throw Error::system(failed.value(), "write", parent);
    }

    ~HiddenFolder() {
        std::error_code ignored;
        fs::remove_all(m_firstMade, ignored);
    }

    HiddenFolder(const HiddenFolder&) = delete;
    HiddenFolder& operator=(const HiddenFolder&) = delete;

    const fs::path& path() const { return m_path; }

private:
    fs::path m_path;
    fs::path m_firstMade;
};

/// The same training, soon over. Its length stays, for schedules depend on it.
NewRun shortened(const NewRun& run, const fs::path& folder) {
    NewRun rehearsal = run;
    config::TrainConfig& config = rehearsal.config;
    config.run.name = "run";
    config.run.outputDir = folder;
    config.run.addDatetimePrefix = false;
    config.run.exitAfter = 0;
    if (config.maxIter > 0)
        config.maxIter = std::max(config.maxIter, kSteps + 4);
    config.trainer.savePeriod = kSteps;
    config.trainer.validationPeriod = kSteps;
    config.trainer.backupPeriod = 0;
    config.trainer.visualizationPeriod = 0;
    config.validation.valNumBatches = 1;
    config.checkpoint.keepBest = false;
    config.augmentation.precropIters = 0; // whole pictures are what takes memory and time
    config.run.keepPatch = false;
    config.dataloader.copyToScratch = false;
    config.writers.tensorboard = false;
    config.on = {};
    config.hooks.clear(); // they would tell others of a run that is none
    if (!config.memory.latentCache.empty())
        config.memory.latentCache = folder / "latents";
    return rehearsal;
}

/// Listens to the two jobs and keeps the report.
class Rehearsal {
public:
    Rehearsal(const NewRun& run, const JobRunner::Post& post, const TellRehearsal& tell)
        : m_post(post), m_tell(tell),
          m_hasValidation(!run.config.dataset.val.empty() || run.config.dataset.validFrac > 0) {
        m_report.maxIter = run.config.maxIter;
        for (const Kind kind : kRehearsal)
            m_report.checks.push_back({.kind = kind});
    }

    void begin(Kind kind) {
        const std::scoped_lock lock(m_mutex);
        m_current = static_cast<std::size_t>(kind);
        m_checkStart = Clock::now();
        tell();
    }

    void pass(Kind kind, RehearsalFound found, State state = State::Passed) {
        const std::scoped_lock lock(m_mutex);
        const auto at = static_cast<std::size_t>(kind);
        RehearsalCheck& entry = m_report.checks[at];
        if (entry.state != State::Running)
            return;
        entry = {kind, state, std::move(found), secondsSince(m_checkStart)};
        m_checkStart = Clock::now();
        m_current = std::max(m_current, at + 1);
        tell();
    }

    void fail(const Failure& failure) {
        const std::scoped_lock lock(m_mutex);
        m_report.failure = failure;
        RehearsalCheck& entry = m_report.checks[std::min(m_current, kRehearsal.size() - 1)];
        entry = {entry.kind, State::Failed, {.text = failure.text()}, secondsSince(m_checkStart)};
    }

    /// Of the first job: stops it once its checkpoint is on disk and its validation over.
    void hearFirst(const decltype(Event::body)& body, std::stop_source& enough) {
        if (std::holds_alternative<RunOpened>(body))
            pass(Kind::Read, {});
        if (const auto* row = std::get_if<ScalarsReady>(&body); row && row->step == kSteps) {
            takeStep(*row);
            pass(Kind::Train, {.secondsPerStep = m_report.secondsPerStep, .loss = m_loss});
            if (!m_hasValidation)
                pass(Kind::Validate, {}, State::LeftOut);
        }
        if (const auto* validation = std::get_if<ValidationDone>(&body))
            noteValidation(*validation);
        // A validation begins with a save, which is told whenever it is on disk: during the
        // validation, too. The next step tells that both are over.
        const auto* saved = std::get_if<CheckpointSaved>(&body);
        if (saved && saved->step == kSteps)
            noteSaved(*saved);
        const auto* next = std::get_if<ScalarsReady>(&body);
        const bool isNextStep = next && next->step > kSteps;
        if (((saved && saved->step == kSteps) || isNextStep) && isFirstOver())
            enough.request_stop();
        hearBoth(body);
    }

    /// Of the second: one further step is enough.
    void hearSecond(const decltype(Event::body)& body, std::stop_source& enough) {
        if (const auto* row = std::get_if<ScalarsReady>(&body)) {
            takeStep(*row);
            pass(Kind::Resume, {.step = row->step});
            enough.request_stop();
        }
        hearBoth(body);
    }

    RehearsalReport& report() { return m_report; }

    void finish() {
        const std::scoped_lock lock(m_mutex);
        m_report.isOver = true;
        tell();
    }

private:
    void takeStep(const ScalarsReady& row) {
        for (const auto& [tag, value] : row.scalars) {
            if (tag == "time/step")
                m_report.secondsPerStep = value;
            if (tag == "train/loss")
                m_loss = value;
        }
    }

    void noteValidation(const ValidationDone& validation) {
        const std::scoped_lock lock(m_mutex);
        m_isValidated = true;
        for (const auto& [metric, value] : validation.metrics)
            m_validation += (m_validation.empty() ? "" : ", ") + validation.dataset + " " + metric +
                            " " + shortText(value);
    }

    void noteSaved(const CheckpointSaved& saved) {
        const std::scoped_lock lock(m_mutex);
        m_saved = saved;
        m_report.checkpointBytes = std::max(m_report.checkpointBytes, saved.bytes);
    }

    /// Passes the checks of validation and checkpoint when both are over.
    bool isFirstOver() {
        std::string found;
        CheckpointSaved saved;
        {
            const std::scoped_lock lock(m_mutex);
            if (!m_saved || (m_hasValidation && !m_isValidated))
                return false;
            found = m_validation;
            saved = *m_saved;
        }
        pass(Kind::Validate, {.text = std::move(found)}); // nothing where it was left out
        pass(Kind::Save, {.bytes = saved.bytes,
                          .saveSeconds = saved.seconds,
                          .waitSeconds = saved.pauseSeconds});
        return true;
    }

    void hearBoth(const decltype(Event::body)& body) {
        if (std::holds_alternative<LogLine>(body))
            m_post(body);
    }

    /// Under the lock.
    void tell() {
        m_report.seconds = secondsSince(m_start);
        m_tell(m_report);
        const std::size_t count = m_report.checks.size();
        const std::size_t done = std::min<std::size_t>(m_current, count);
        WorkStage stage{{.kind = StagePart::Kind::Rehearsal}};
        if (done < count)
            stage.push_back({.kind = StagePart::Kind::RehearsalCheck,
                             .at = static_cast<std::int64_t>(done) + 1,
                             .of = static_cast<std::int64_t>(count)});
        m_post(
            Progress{static_cast<double>(done) / static_cast<double>(count), {}, std::move(stage)});
    }

    const JobRunner::Post& m_post;
    const TellRehearsal& m_tell;
    bool m_hasValidation;
    Clock::time_point m_start = Clock::now();
    Clock::time_point m_checkStart = m_start;
    std::mutex m_mutex;        ///< checkpoints are told by their writer
    std::size_t m_current = 0; ///< index into the checks
    RehearsalReport m_report;
    double m_loss = 0;
    bool m_isValidated = false;
    std::optional<CheckpointSaved> m_saved; ///< of step kSteps
    std::string m_validation;
};

/// Both jobs; false when the user stopped them.
bool runBoth(const NewRun& run, const TrainJobControl& control, const std::stop_token& stop,
             Rehearsal& rehearsal) {
    std::stop_source enough;
    const std::stop_callback passOn(stop, [&] { enough.request_stop(); });
    rehearsal.begin(Kind::Read);
    runNewTraining(
        run, control, [&](auto body) { rehearsal.hearFirst(body, enough); }, enough.get_token());
    if (stop.stop_requested())
        return false;
    std::stop_source enoughOfSecond;
    const std::stop_callback passOnAgain(stop, [&] { enoughOfSecond.request_stop(); });
    rehearsal.begin(Kind::Resume);
    runResumedTraining(
        {run.config.run.outputDir / run.config.run.name, 0, {}, {}}, control,
        [&](auto body) { rehearsal.hearSecond(body, enoughOfSecond); }, enoughOfSecond.get_token());
    return !stop.stop_requested();
}

} // namespace

Outcome rehearse(const NewRun& run, const TrainJobControl& control, const JobRunner::Post& post,
                 const std::stop_token& stop, const TellRehearsal& tell) {
    nn::logTorchWarnings();
    Rehearsal rehearsal(run, post, tell);
    try {
        const train::PeakMemory memory(infer::parseDevice(run.config.run.device));
        const HiddenFolder folder(run.config.run.outputDir);
        std::error_code unknown;
        if (const auto space = fs::space(folder.path(), unknown); !unknown)
            rehearsal.report().freeDiskBytes = space.available;
        if (!runBoth(shortened(run, folder.path()), control, stop, rehearsal))
            return Outcome::Cancelled;
        rehearsal.report().peakMemoryBytes = memory.rise();
    } catch (...) {
        rehearsal.fail(translateCurrentException());
    }
    rehearsal.finish();
    return Outcome::Done;
}

} // namespace unlit
