#include "ui/bridge/model_inspector.h"

#include <variant>

namespace unlit::ui {

namespace {

std::variant<ModelSummary, Failure> answerTo(const ModelInspector::Inspect& inspect,
                                             const std::filesystem::path& folder) {
    try {
        return inspect(folder);
    } catch (...) {
        return translateCurrentException();
    }
}

} // namespace

ModelInspector::ModelInspector(Inspect inspect, QObject* parent)
    : QObject(parent), m_inspect(std::move(inspect)) {
    m_pool.setMaxThreadCount(1);
}

ModelInspector::~ModelInspector() {
    m_pool.clear();
    m_pool.waitForDone();
}

void ModelInspector::ask(const std::filesystem::path& folder) {
    m_pool.clear();
    const int question = ++m_question;
    m_pool.start([this, folder, question] {
        auto answer = answerTo(m_inspect, folder);
        QMetaObject::invokeMethod(this, [this, question, answer = std::move(answer)] {
            if (question != m_question)
                return;
            if (const auto* summary = std::get_if<ModelSummary>(&answer))
                emit understood(*summary);
            else
                emit failed(std::get<Failure>(answer));
        });
    });
}

} // namespace unlit::ui
