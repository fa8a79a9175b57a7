// Measures models on a set off the GUI thread, and writes what came of it.
#pragma once

#include "core/base/failure.h"
#include "core/session/evaluate/evaluate_commands.h"
#include "ui/bridge/long_work.h"

#include <QObject>
#include <QString>

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

namespace unlit::ui {

/// Shared, because reports and views read it at the same time.
struct EvaluationAnswer {
    std::shared_ptr<const Evaluation> evaluation;
    std::shared_ptr<const Image> sheet; ///< drawn; null where there are no pairs
};

/// GUI thread. One work at a time: precondition of measure() and write() is !isBusy(). Each ends
/// with exactly one of the last four signals. The destructor stops it and waits for the picture at
/// hand. All else that the window does goes before it.
class Evaluator : public QObject {
    Q_OBJECT

public:
    using Measure = std::function<std::optional<Evaluation>(
        const EvaluationRequest&, const EvaluationProgress&, const std::stop_token&)>;

    explicit Evaluator(Measure measure, QObject* parent = nullptr);

    void measure(const EvaluationRequest& request);
    /// evaluation.json, the two tables and the contact sheet; nothing that is there is replaced.
    void write(const EvaluationAnswer& answer, const std::filesystem::path& folder);

    void cancel() { m_work.cancel(); }

    bool isBusy() const { return m_work.isBusy(); }

signals:
    void progressed(const QString& what);
    void measured(const unlit::ui::EvaluationAnswer& answer);
    void written(const std::filesystem::path& folder);
    void cancelled();
    void failed(const unlit::Failure& failure);

private:
    Measure m_measure;
    LongWork m_work{[this](const Failure& failure) { emit failed(failure); }, Haste::Later};
};

} // namespace unlit::ui
