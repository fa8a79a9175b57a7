// The views of the Data page, in the order of their bar.
#pragma once

namespace unlit::ui {

enum class DataView { Pairs, Figures, LeftOver, Split, Synthesize };

} // namespace unlit::ui
