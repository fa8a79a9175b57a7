// Keeps the loss of every sample, and lists those that are learnt worst.
#pragma once

#include "core/train/hook.h"
#include "core/train/loss/loss_history.h"
#include "core/train/run_folder.h"
#include "core/train/writers/append_file.h"

#include <optional>

namespace unlit::train {

struct LossHistoryOptions {
    std::int64_t worst = 20;                   ///< samples to list
    std::int64_t trainTimesteps = 1000;        ///< of the noise schedule
    std::optional<std::int64_t> keepUntilStep; ///< of a resumed run: later rows are cut
};

/// A row of sample_losses.csv for each sample of a step when the step is over; worst_samples.json
/// and the event of it every hundred steps and at the end. The history of a resumed run is read
/// back from the file. A disk that is full costs rows, told once, not the run.
class LossHistoryHook : public Hook {
public:
    LossHistoryHook(RunFolder folder, LossHistoryOptions options);

    void onTrainBegin(StepContext& context) override;
    void onBackwardEnd(StepContext& context) override;
    void onStepEnd(StepContext& context) override;
    void onTrainEnd(StepContext& context, RunEnd end) override;

private:
    void tellWorst(StepContext& context);
    void note(StepContext& context, const std::string& problem);

    RunFolder m_folder;
    LossHistoryOptions m_options;
    LossHistory m_history;
    std::optional<AppendFile> m_file;
    std::vector<SampleLoss> m_ofStep;
    std::string m_pending; ///< rows that the disk has not taken yet
    bool m_isInTrouble = false;
};

} // namespace unlit::train
