#include "ui/bridge/model_inspector.h"

namespace unlit::ui {

ModelInspector::ModelInspector(Inspect inspect, QObject* parent)
    : QObject(parent), m_inspect(std::move(inspect)) {}

void ModelInspector::ask(const std::filesystem::path& folder) {
    m_summary.ask([inspect = m_inspect, folder](const std::stop_token&) { return inspect(folder); },
                  [this](const ModelSummary& summary) { emit understood(summary); },
                  [this](const Failure& failure) { emit failed(failure); });
}

} // namespace unlit::ui
