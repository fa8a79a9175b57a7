#include "ui/bridge/run_picture_loader.h"

#include "core/base/failure.h"
#include "core/image/image_file.h"
#include "core/runs/run_pictures.h"
#include "ui/bridge/freed_elsewhere.h"
#include "ui/kit/text.h"

#include <algorithm>
#include <set>

namespace unlit::ui {

namespace {

struct RunAtStep {
    const RunPictureQuestion::Run* run = nullptr;
    std::vector<runs::SamplePictures> samples;

    const runs::SamplePictures* find(const QString& name) const {
        const auto found = std::ranges::find_if(samples, [&](const runs::SamplePictures& sample) {
            return toQString(sample.sample) == name;
        });
        return found == samples.end() ? nullptr : &*found;
    }
};

/// `wanted` where it is among them, else the first one, else "".
QString choiceOf(const QStringList& choices, const QString& wanted) {
    return choices.contains(wanted) || choices.isEmpty() ? wanted : choices.first();
}

class Answering {
public:
    Answering(const RunPictureQuestion& question, RunPictureAnswer& answer)
        : m_question(question), m_answer(answer) {}

    void chooseStep() {
        std::set<std::int64_t> steps;
        for (const RunPictureQuestion::Run& run : m_question.runs)
            for (const std::int64_t step : runs::pictureSteps(run.folder))
                steps.insert(step);
        m_answer.steps.assign(steps.begin(), steps.end());
        if (steps.empty())
            return;
        // The nearest before the wanted one: runs do not all have the same.
        auto found = steps.upper_bound(m_question.step);
        m_answer.step = m_question.step < 0      ? *steps.rbegin()
                        : found == steps.begin() ? *found
                                                 : *--found;
    }

    /// The very step that was asked for, beside another one.
    void chooseBeside() {
        const bool isThere =
            std::ranges::find(m_answer.steps, m_question.beside) != m_answer.steps.end();
        if (!isThere || m_question.beside == m_answer.step)
            return;
        m_answer.beside = m_question.beside;
        for (const RunPictureQuestion::Run& run : m_question.runs)
            m_besides.push_back({&run, runs::picturesAt(run.folder, m_answer.beside)});
    }

    void chooseSample() {
        for (const RunPictureQuestion::Run& run : m_question.runs)
            m_runs.push_back({&run, runs::picturesAt(run.folder, m_answer.step)});
        for (const RunAtStep& run : m_runs)
            for (const runs::SamplePictures& sample : run.samples)
                if (const QString name = toQString(sample.sample); !m_answer.samples.contains(name))
                    m_answer.samples += name;
        m_answer.sample = choiceOf(m_answer.samples, m_question.sample);
        for (const RunAtStep& run : m_runs)
            if (const auto* sample = run.find(m_answer.sample))
                for (const std::string& target : runs::targetsOf(*sample))
                    if (!m_answer.targets.contains(toQString(target)))
                        m_answer.targets += toQString(target);
        m_answer.target = choiceOf(m_answer.targets, m_question.target);
    }

    void read(const std::stop_token& stop) {
        readShared("beauty", QObject::tr("Beauty"));
        readShared(runs::partName(m_answer.target.toStdString(), "truth"), QObject::tr("Truth"));
        const bool hasBeside = m_answer.beside >= 0;
        readOwn(m_runs, "prediction", hasBeside ? m_answer.step : -1, stop);
        readOwn(m_besides, "prediction", m_answer.beside, stop);
        readOwn(m_runs, "error", hasBeside ? m_answer.step : -1, stop);
        readOwn(m_besides, "error", m_answer.beside, stop);
    }

private:
    /// Of each run; named by its step where that is not -1.
    void readOwn(const std::vector<RunAtStep>& runsAtStep, const char* what, std::int64_t step,
                 const std::stop_token& stop) {
        const bool isPrediction = std::string_view(what) == "prediction";
        const QString word = isPrediction ? QObject::tr("Prediction") : QObject::tr("Error");
        for (const RunAtStep& run : runsAtStep) {
            if (stop.stop_requested())
                return;
            const auto* sample = run.find(m_answer.sample);
            const auto* file =
                sample != nullptr
                    ? sample->find(runs::partName(m_answer.target.toStdString(), what))
                    : nullptr;
            if (file == nullptr)
                continue;
            QStringList parts;
            if (m_runs.size() > 1)
                parts += run.run->name;
            if (step >= 0)
                parts += QObject::tr("step %1").arg(step);
            parts += parts.isEmpty() ? word : word.toLower();
            add(parts.join(QStringLiteral(" · ")), isPrediction, *file);
        }
    }

    /// The same in all runs: the first that has it.
    void readShared(const std::string& what, const QString& name) {
        for (const RunAtStep& run : m_runs) {
            const auto* sample = run.find(m_answer.sample);
            if (const auto* file = sample != nullptr ? sample->find(what) : nullptr)
                return add(name, false, *file);
        }
    }

    void add(const QString& name, bool isPrediction, const std::filesystem::path& file) {
        try {
            m_answer.pictures.push_back(
                {name, isPrediction,
                 freedElsewhere(std::make_shared<const Image>(readImage(file).image))});
        } catch (...) {
            m_answer.problem = sentence(translateCurrentException().text());
        }
    }

    const RunPictureQuestion& m_question;
    RunPictureAnswer& m_answer;
    std::vector<RunAtStep> m_runs;
    std::vector<RunAtStep> m_besides; ///< the same runs at the other step
};

} // namespace

RunPictureAnswer answerTo(const RunPictureQuestion& question, const std::stop_token& stop) {
    RunPictureAnswer answer;
    Answering answering(question, answer);
    answering.chooseStep();
    if (answer.steps.empty() || stop.stop_requested())
        return answer;
    answering.chooseBeside();
    answering.chooseSample();
    answering.read(stop);
    return answer;
}

} // namespace unlit::ui
