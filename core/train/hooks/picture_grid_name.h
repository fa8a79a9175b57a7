// The file name of the sheet of a set's pictures, for those who read run folders without torch.
#pragma once

namespace unlit::train {

/// In the folder of a set's pictures: a row a picture, a column each for beauty, prediction, truth.
inline constexpr const char* kGridFile = "grid.png";

} // namespace unlit::train
