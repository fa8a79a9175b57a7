#include "ui/train/train_controller.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/config/load_config.h"
#include "core/config/yaml/yaml_writer.h"
#include "core/session/train/allowed_programs.h"
#include "core/train/run_folder.h"
#include "ui/kit/text.h"
#include "ui/recipe/run_place.h"

#include <chrono>
#include <utility>

namespace unlit::ui {

namespace {

/// Throws Error::invalidInput.
NewRun newRunOf(const QString& yaml, const std::filesystem::path& baseFolder, const QString& name) {
    const std::filesystem::path file = baseFolder / toPath(name + QStringLiteral(".yaml"));
    const config::LoadedConfig loaded = config::loadConfigText(yaml.toStdString(), file);
    config::requireUsable(loaded);
    NewRun run{
        .config = config::resolved(loaded.config, file), .configFile = file, .given = loaded.given};
    config::RunConfig& place = run.config.run;
    place.outputDir = runPlace(loaded.config.run.outputDir, baseFolder);
    // Start means a new run, as often as it is pressed: those of before keep their folders.
    const auto now = std::chrono::system_clock::now();
    std::error_code unknown;
    if (std::filesystem::exists(train::RunFolder::plannedPath(place, file, now), unknown))
        place.addDatetimePrefix = true;
    return run;
}

} // namespace

TrainController::TrainController(const MakeService& makeService, QObject* parent)
    : QObject(parent), m_service(makeService ? makeService(m_bridge) : nullptr) {
    connectBridge();
}

TrainService& TrainController::service() {
    if (!m_service)
        throw Error::unsupported("this window has no engine that trains",
                                 "use unlit train in a terminal");
    return *m_service;
}

void TrainController::connectBridge() {
    connect(&m_bridge, &EventBridge::progressed, this, [this](JobId job, const Progress& progress) {
        if (job != m_job)
            return;
        m_progress = progress;
        emit progressed();
    });
    connect(&m_bridge, &EventBridge::runOpened, this, [this](JobId job, const RunOpened& run) {
        if (job != m_job)
            return;
        m_folder = std::filesystem::absolute(run.folder).lexically_normal();
        m_title = toQString(run.folder.filename());
        emit opened(m_folder);
        setPhase(m_phase == TrainPhase::Starting ? TrainPhase::Running : m_phase);
    });
    connect(&m_bridge, &EventBridge::trainingPaused, this,
            [this](JobId job, const TrainingPaused& pause) {
                if (job != m_job || m_phase == TrainPhase::Stopping)
                    return;
                m_waitsFor = pause.waitsFor;
                setPhase(pause.isPaused ? TrainPhase::Paused : TrainPhase::Running);
            });
    connect(&m_bridge, &EventBridge::logged, this, [this](JobId job, const LogLine& line) {
        if (job == m_job)
            emit logged(line);
    });
    connect(&m_bridge, &EventBridge::checkpointSaved, this,
            [this](JobId job, const CheckpointSaved& checkpoint) {
                if (job == m_job)
                    emit checkpointSaved(checkpoint);
            });
    connect(&m_bridge, &EventBridge::runClosed, this, [this](JobId job, const RunClosed& run) {
        if (job == m_job)
            m_closed = run;
    });
    connect(&m_bridge, &EventBridge::finished, this, [this](JobId job, const Finished& event) {
        if (job == m_job)
            finish(event);
    });
}

void TrainController::start(const QString& yaml, const std::filesystem::path& baseFolder,
                            const QString& name) {
    NewRun run = newRunOf(yaml, baseFolder, name);
    const QString title = toQString(run.config.run.name);
    begin(service().start(std::move(run)), TrainPhase::Starting, title);
}

bool TrainController::takesSeveral(const QString& yaml, const std::filesystem::path& baseFolder,
                                   const QString& name) const {
    return newRunOf(yaml, baseFolder, name).config.run.processes != "1";
}

void TrainController::writeRecipe(const QString& yaml, const std::filesystem::path& baseFolder,
                                  const QString& name, const std::filesystem::path& file) const {
    writeAtomically(file, config::toYaml(newRunOf(yaml, baseFolder, name).config));
}

std::vector<std::string> TrainController::programsToAllow(const QString& yaml,
                                                          const std::filesystem::path& baseFolder,
                                                          const QString& name) const {
    return unlit::programsToAllow(newRunOf(yaml, baseFolder, name).config);
}

void TrainController::rehearse(const QString& yaml, const std::filesystem::path& baseFolder,
                               const QString& name) {
    NewRun run = newRunOf(yaml, baseFolder, name);
    const QString title = toQString(run.config.run.name);
    // The service goes before this object does, and with it the thread that calls here.
    const auto tell = [this](const RehearsalReport& report) {
        QMetaObject::invokeMethod(this, [this, report] { emit rehearsed(report); });
    };
    begin(service().rehearse(std::move(run), tell), TrainPhase::Rehearsing, title);
}

void TrainController::resumeRun(const ResumedRun& run) {
    begin(service().resumeRun(run), TrainPhase::Starting, toQString(run.run.filename()));
}

void TrainController::begin(JobId job, TrainPhase phase, const QString& title) {
    m_job = job;
    m_title = title;
    m_folder.clear();
    m_closed.reset();
    m_progress = {};
    setPhase(phase);
}

void TrainController::setPhase(TrainPhase phase) {
    m_phase = phase;
    emit changed();
}

void TrainController::pause() {
    if (m_phase != TrainPhase::Running)
        return;
    m_service->pause();
    setPhase(TrainPhase::Pausing);
}

void TrainController::goOn() {
    if (m_phase != TrainPhase::Paused && m_phase != TrainPhase::Pausing)
        return;
    m_service->resume();
    if (m_phase == TrainPhase::Pausing)
        setPhase(TrainPhase::Running);
}

void TrainController::stopAndSave() {
    if (!isBusy() || m_phase == TrainPhase::Stopping)
        return;
    m_service->stopAndSave();
    if (isTraining())
        setPhase(TrainPhase::Stopping);
}

void TrainController::validateNow() {
    if (isTraining())
        m_service->validateNow();
}

void TrainController::saveNow() {
    if (isTraining())
        m_service->saveNow();
}

void TrainController::setLearningRate(double rate) {
    if (isTraining())
        m_service->setLearningRate(rate);
}

void TrainController::finish(const Finished& event) {
    TrainEnd end;
    end.outcome = event.outcome;
    end.failure = event.failure;
    end.folder = m_folder;
    end.wasRehearsal = m_phase == TrainPhase::Rehearsing;
    if (m_closed) {
        end.step = m_closed->step;
        end.how = m_closed->how;
    }
    m_job = {};
    setPhase(TrainPhase::Idle);
    emit ended(end);
}

} // namespace unlit::ui
