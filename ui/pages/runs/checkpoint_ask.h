// Which question a run's checkpoints are opened with.
#pragma once

namespace unlit::ui {

enum class CheckpointAsk { Nothing, RollBack, Fork };

} // namespace unlit::ui
