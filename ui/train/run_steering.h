// Asks the process that trains a run, whichever it is, away from the GUI thread.
#pragma once

#include "core/base/failure.h"
#include "core/runs/control/run_request.h"
#include "ui/bridge/background.h"

#include <QObject>

#include <filesystem>
#include <optional>

namespace unlit::ui {

/// GUI thread.
class RunSteering : public QObject {
    Q_OBJECT

public:
    explicit RunSteering(QObject* parent = nullptr) : QObject(parent) {}

    /// Empty = none. What was known of another run is forgotten.
    void setRun(const std::filesystem::path& run);
    /// Asks the run how it is; nothing while an answer is to come.
    void look();
    /// Asks something of the run. Answers with took() or failed().
    void ask(runs::RunVerb verb, std::optional<double> learningRate = {});

    /// The last answer; unset where the run does not answer.
    const std::optional<runs::RunAnswer>& answer() const { return m_answer; }

signals:
    /// Another answer, or none any more.
    void changed();
    void took(unlit::runs::RunVerb verb);
    void failed(const unlit::Failure& failure);

private:
    void take(std::optional<runs::RunAnswer> answer);

    std::filesystem::path m_run;
    std::optional<runs::RunAnswer> m_answer;
    // Last: they end first.
    Background<runs::RunAnswer> m_look;
    Background<runs::RunAnswer> m_ask;
};

} // namespace unlit::ui
