#include "ui/bridge/evaluator.h"

#include "core/session/evaluate/evaluation_report.h"
#include "ui/kit/text.h"

#include <utility>

namespace unlit::ui {

Evaluator::Evaluator(Measure measure, QObject* parent)
    : QObject(parent), m_measure(std::move(measure)) {}

void Evaluator::measure(const EvaluationRequest& request) {
    m_work.start([this, request, act = m_measure](const std::stop_token& stop) -> LongWork::End {
        const auto progress = [&](const std::string& what) {
            m_work.tell(stop, [this, text = toQString(what)] { emit progressed(text); });
        };
        std::optional<Evaluation> evaluation = act(request, progress, stop);
        if (!evaluation)
            return [this] { emit cancelled(); };
        EvaluationAnswer answer;
        if (!evaluation->sheet.empty())
            answer.sheet = std::make_shared<const Image>(evaluation->sheet.draw());
        answer.evaluation = std::make_shared<const Evaluation>(std::move(*evaluation));
        return [this, answer] { emit measured(answer); };
    });
}

void Evaluator::write(const EvaluationAnswer& answer, const std::filesystem::path& folder) {
    m_work.start([this, answer, folder](const std::stop_token&) -> LongWork::End {
        writeEvaluation(*answer.evaluation, folder, false);
        return [this, folder] { emit written(folder); };
    });
}

} // namespace unlit::ui
