// Runs several models on one picture, in a session of its own.
#pragma once

#include "ui/bridge/event_bridge.h"
#include "ui/bridge/inference_controller.h"

#include <QObject>

#include <memory>
#include <vector>

namespace unlit::ui {

/// GUI thread. The session, and with it the memory of the models, lives as long as a comparison.
/// Settings are those that each model asks for, with one seed for all.
class ModelComparer : public QObject {
    Q_OBJECT

public:
    /// In the order of the models.
    using Results = std::vector<std::shared_ptr<const InferenceResult>>;

    explicit ModelComparer(InferenceController::MakeService makeService, QObject* parent = nullptr);

    /// One after the other. Precondition: !isBusy(), and there are models.
    void compare(const std::filesystem::path& picture, std::vector<std::filesystem::path> models);
    void cancel();

    bool isBusy() const { return m_running >= 0; }

    /// Where the session's events go. Precondition: isBusy().
    EventSink& sink() { return *m_bridge; }

    /// The job under way, of one model.
    JobId job() const { return m_job; }

signals:
    /// Of all together.
    void progressed(double fraction, const QString& what);
    void compared(const unlit::ui::ModelComparer::Results& results);
    void cancelled();
    void failed(const unlit::Failure& failure);

private:
    void connectBridge();
    void submit();
    void finish(const Finished& event);

    InferenceController::MakeService m_makeService;
    std::filesystem::path m_picture;
    std::vector<std::filesystem::path> m_models;
    Results m_results;
    int m_running = -1; ///< which model; -1 = none
    JobId m_job;
    std::unique_ptr<EventBridge> m_bridge;
    std::unique_ptr<InferenceService> m_service; // last: goes first, while its sink still stands
};

} // namespace unlit::ui
