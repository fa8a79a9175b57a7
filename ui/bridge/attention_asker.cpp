#include "ui/bridge/attention_asker.h"

#include "ui/kit/text.h"

#include <array>
#include <utility>

namespace unlit::ui {

namespace {

Failure failureOf(ErrorKind kind, std::string message, std::string hint) {
    return {kind, std::move(message), std::move(hint), {}};
}

} // namespace

AttentionAsker::AttentionAsker(EventBridge& bridge, const RequestMaker& requests,
                               InferenceService& service)
    : m_requests(requests), m_service(service) {
    connect(&bridge, &EventBridge::progressed, this, [this](JobId job, const Progress& event) {
        if (job == m_job)
            emit progressed(event);
    });
    connect(&bridge, &EventBridge::finished, this, &AttentionAsker::finish);
}

void AttentionAsker::ask(const QueueItem& item, const QPoint& pixel) {
    cancel();
    m_folder = std::make_unique<QTemporaryDir>();
    if (!m_folder->isValid())
        return emit failed(failureOf(ErrorKind::Io, m_folder->errorString().toStdString(),
                                     "the maps need a folder for temporary files"));
    InferenceRequest request = m_requests.requestFor(item);
    request.options.ensemble = 1;
    request.options.tiles.mode = TileMode::Off;
    request.output.reset();
    request.anchor.reset();
    request.strokes = nullptr;
    request.sequence.reset();
    request.attention = AttentionRequest{toPath(m_folder->filePath(QStringLiteral("maps"))),
                                         std::array<int, 2>{pixel.x(), pixel.y()}};
    m_job = m_service.submit(std::move(request));
}

void AttentionAsker::cancel() {
    if (m_job)
        m_service.cancel(*std::exchange(m_job, std::nullopt));
}

void AttentionAsker::finish(JobId job, const Finished& event) {
    if (job != m_job)
        return;
    m_job.reset();
    if (event.outcome != Outcome::Done)
        return emit failed(
            event.failure.value_or(failureOf(ErrorKind::Io, "the run was cancelled", "")));
    try {
        emit answered(readAttentionList(toPath(m_folder->filePath(QStringLiteral("maps")))));
    } catch (...) {
        emit failed(translateCurrentException());
    }
}

} // namespace unlit::ui
