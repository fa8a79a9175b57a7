#include "core/train/hooks/loss_history_hook.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/train/writers/cut_lines.h"

namespace unlit::train {

namespace {

constexpr std::int64_t kListPeriod = 100; ///< optimizer steps

std::optional<LinePlace> placeOf(const std::string& line) {
    const auto row = lossRowFrom(line);
    return row ? std::optional(LinePlace{row->step, false}) : std::nullopt;
}

} // namespace

LossHistoryHook::LossHistoryHook(RunFolder folder, LossHistoryOptions options)
    : m_folder(std::move(folder)), m_options(options), m_history(options.trainTimesteps) {}

void LossHistoryHook::onTrainBegin(StepContext&) {
    const auto file = m_folder.sampleLosses();
    if (m_options.keepUntilStep) {
        cutLines(file, 1, placeOf, {*m_options.keepUntilStep, true});
        readLosses(file, m_history);
    }
    m_file.emplace(file);
    if (m_file->size() == 0)
        m_pending = kLossHeader;
}

void LossHistoryHook::onBackwardEnd(StepContext& context) {
    m_ofStep = context.position.sampleLosses;
}

void LossHistoryHook::onStepEnd(StepContext& context) {
    for (const SampleLoss& entry : m_ofStep) {
        m_history.add(entry.sample, entry.timestep, entry.loss);
        m_pending += toCsv({context.position.step, context.position.epoch, entry.timestep,
                            entry.sample, entry.loss});
    }
    m_ofStep.clear();
    try {
        m_file->append(m_pending);
        m_pending.clear();
        m_isInTrouble = false;
    } catch (const Error& error) {
        note(context, error.what());
    }
    if (context.position.step % kListPeriod == 0)
        tellWorst(context);
}

void LossHistoryHook::onTrainEnd(StepContext& context, RunEnd) {
    if (m_file)
        tellWorst(context);
}

void LossHistoryHook::tellWorst(StepContext& context) {
    std::error_code unknown;
    if (!std::filesystem::exists(m_folder.config(), unknown))
        return; // the run's folder is gone: it would begin anew with this file alone
    WorstSamples worst{context.position.step, m_folder.worstSamples(),
                       m_history.worst(static_cast<std::size_t>(m_options.worst))};
    try {
        writeAtomically(worst.file, worstSamplesJson(worst));
        context.post(std::move(worst));
    } catch (const Error& error) {
        note(context, error.what());
    }
}

void LossHistoryHook::note(StepContext& context, const std::string& problem) {
    if (!m_isInTrouble)
        context.log(LogLine::Level::Warning,
                    "the losses of samples are kept until they can be written: " + problem);
    m_isInTrouble = true;
}

} // namespace unlit::train
