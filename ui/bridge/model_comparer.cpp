#include "ui/bridge/model_comparer.h"

#include "ui/kit/stage_text.h"

#include <QTimer>

#include <utility>

namespace unlit::ui {

ModelComparer::ModelComparer(InferenceController::MakeService makeService, QObject* parent)
    : QObject(parent), m_makeService(std::move(makeService)) {}

void ModelComparer::connectBridge() {
    const auto isOurs = [this](JobId job) { return isBusy() && job == m_job; };
    connect(m_bridge.get(), &EventBridge::progressed, this,
            [this, isOurs](JobId job, const Progress& event) {
                if (isOurs(job))
                    emit progressed((m_running + event.fraction) /
                                        static_cast<double>(m_models.size()),
                                    stageText(event.stage));
            });
    connect(m_bridge.get(), &EventBridge::resultReady, this,
            [this, isOurs](JobId job, const ResultReady& event) {
                if (isOurs(job))
                    m_results[static_cast<std::size_t>(m_running)] = event.result;
            });
    connect(m_bridge.get(), &EventBridge::finished, this,
            [this, isOurs](JobId job, const Finished& event) {
                if (isOurs(job))
                    finish(event);
            });
}

void ModelComparer::compare(const std::filesystem::path& picture,
                            std::vector<std::filesystem::path> models) {
    m_service.reset();
    m_bridge = std::make_unique<EventBridge>();
    connectBridge();
    m_service = m_makeService(*m_bridge);
    m_picture = picture;
    m_models = std::move(models);
    m_results.assign(m_models.size(), nullptr);
    m_running = 0;
    submit();
}

void ModelComparer::submit() {
    InferenceRequest request;
    request.input = m_picture;
    request.model = m_models[static_cast<std::size_t>(m_running)];
    m_job = m_service->submit(std::move(request));
}

void ModelComparer::cancel() {
    if (isBusy())
        m_service->cancel(m_job);
}

void ModelComparer::finish(const Finished& event) {
    const bool isDone = event.outcome == Outcome::Done;
    if (isDone && m_running + 1 < static_cast<int>(m_models.size())) {
        ++m_running;
        submit();
        return;
    }
    m_running = -1;
    if (isDone)
        emit compared(m_results);
    else if (event.outcome == Outcome::Cancelled)
        emit cancelled();
    else
        emit failed(event.failure.value_or(Failure{}));
    // Not here: the bridge is calling.
    QTimer::singleShot(0, this, [this] {
        if (!isBusy())
            m_service.reset();
    });
}

} // namespace unlit::ui
