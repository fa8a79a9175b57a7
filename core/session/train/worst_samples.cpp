#include "core/session/train/run_commands.h"

#include "core/train/loss/loss_history.h"
#include "core/train/run_folder.h"

namespace unlit {

namespace fs = std::filesystem;

WorstSampleList worstSamplesOf(const fs::path& run) {
    const WorstSamples worst = train::readWorstSamples(train::RunFolder::open(run).worstSamples());
    WorstSampleList list{worst.step, {}};
    for (const WorstSamples::Entry& entry : worst.entries)
        list.samples.push_back({entry.sample, entry.visits, entry.meanLoss, entry.relativeLoss});
    return list;
}

} // namespace unlit
