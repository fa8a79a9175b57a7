// Reads what a model folder says of itself, off the GUI thread.
#pragma once

#include "core/base/failure.h"
#include "core/session/models/model_commands.h"
#include "ui/bridge/background.h"

#include <QObject>

#include <functional>

namespace unlit::ui {

/// GUI thread. Only the newest question is answered.
class ModelInspector : public QObject {
    Q_OBJECT

public:
    /// Throws Error, as inspectModel does; called on a worker.
    using Inspect = std::function<ModelSummary(const std::filesystem::path&)>;

    explicit ModelInspector(Inspect inspect, QObject* parent = nullptr);

    void ask(const std::filesystem::path& folder);

signals:
    void understood(const unlit::ModelSummary& summary);
    void failed(const unlit::Failure& failure);

private:
    Inspect m_inspect;
    Background<ModelSummary> m_summary; // last: joined while the rest is there
};

} // namespace unlit::ui
