// Figures of the machine on the run's own axes: processors, disk, GPU.
#pragma once

#include "core/train/checkpoint/free_room.h"
#include "core/train/hook.h"
#include "core/train/machine/gpu_meter.h"
#include "core/train/machine/processor_meter.h"

#include <filesystem>
#include <functional>
#include <memory>

namespace unlit::train {

struct MachineHookOptions {
    std::filesystem::path run; ///< whose disk is looked at
    FreeRoom room = FreeRoom::ofThisMachine();
    std::unique_ptr<GpuMeter> gpu = {}; ///< null = none
    double period = 10;                 ///< seconds between two looks
    std::function<double()> clock;      ///< seconds, from anywhere
    std::function<double()> spent = processorSeconds;
    int processors = usableProcessors();
};

/// A step that ends when the period is over has perf/cpu_percent (of the processors that this
/// process may use, by this process), perf/disk_free_bytes and, with a GPU, perf/gpu_percent,
/// perf/gpu_memory_bytes and perf/gpu_watts. What is not known is left out. Before the hook that
/// writes figures.
class MachineHook : public Hook {
public:
    explicit MachineHook(MachineHookOptions options);

    void onStepEnd(StepContext& context) override;

private:
    MachineHookOptions m_options;
    ProcessorMeter m_processors;
    double m_last;
};

} // namespace unlit::train
