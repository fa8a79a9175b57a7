#include "core/train/hooks/machine_hook.h"

#include <utility>

namespace unlit::train {

MachineHook::MachineHook(MachineHookOptions options)
    : m_options(std::move(options)),
      m_processors(m_options.clock, m_options.spent, m_options.processors),
      m_last(m_options.clock()) {}

void MachineHook::onStepEnd(StepContext& context) {
    const double now = m_options.clock();
    if (now - m_last < m_options.period)
        return;
    m_last = now;
    const auto add = [&context](const char* tag, double value) {
        context.scalars.push_back({tag, value});
    };
    add("perf/cpu_percent", m_processors.takePercent());
    if (const auto bytes = m_options.room.onDisk(m_options.run))
        add("perf/disk_free_bytes", static_cast<double>(*bytes));
    const auto gpu = m_options.gpu ? m_options.gpu->read() : std::nullopt;
    if (!gpu)
        return;
    add("perf/gpu_percent", gpu->percent);
    add("perf/gpu_memory_bytes", static_cast<double>(gpu->memoryBytes));
    if (gpu->watts)
        add("perf/gpu_watts", *gpu->watts);
}

} // namespace unlit::train
