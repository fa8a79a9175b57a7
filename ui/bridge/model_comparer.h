// Runs two models on one picture, in a session of its own.
#pragma once

#include "ui/bridge/event_bridge.h"
#include "ui/bridge/inference_controller.h"

#include <QObject>

#include <array>
#include <memory>
#include <optional>

namespace unlit::ui {

/// GUI thread. The session, and with it the memory of the models, lives as long as a comparison.
/// Settings are those that each model asks for, with one seed for both.
class ModelComparer : public QObject {
    Q_OBJECT

public:
    using Results = std::array<std::shared_ptr<const InferenceResult>, 2>;

    explicit ModelComparer(InferenceController::MakeService makeService, QObject* parent = nullptr);

    /// Precondition: !isBusy().
    void compare(const std::filesystem::path& picture, const std::filesystem::path& first,
                 const std::filesystem::path& second);
    void cancel();

    bool isBusy() const { return m_running >= 0; }

    /// Where the session's events go. Precondition: isBusy().
    EventSink& sink() { return *m_bridge; }

    /// The job under way: of the first or the second model.
    JobId job() const { return m_job; }

signals:
    /// Of both together.
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
    std::array<std::filesystem::path, 2> m_models;
    Results m_results;
    int m_running = -1; ///< which model; -1 = none
    JobId m_job;
    std::unique_ptr<EventBridge> m_bridge;
    std::unique_ptr<InferenceService> m_service; // last: goes first, while its sink still stands
};

} // namespace unlit::ui
