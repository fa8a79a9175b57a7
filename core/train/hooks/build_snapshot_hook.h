// Which program trained a run: the counterpart of a snapshot of the code.
#pragma once

#include "core/train/hook.h"
#include "core/train/run_folder.h"

namespace unlit::train {

/// build_info.json tells what the run was begun with. A resume by another build is said, because
/// its last bits may differ.
class BuildSnapshotHook : public Hook {
public:
    BuildSnapshotHook(RunFolder folder, bool isResumed)
        : m_folder(std::move(folder)), m_isResumed(isResumed) {}

    void onTrainBegin(StepContext& context) override;

private:
    RunFolder m_folder;
    bool m_isResumed;
};

} // namespace unlit::train
