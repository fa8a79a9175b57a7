// The pixels of the reference pack's PNG files, read without the program's own image code.
#pragma once

#include <torch/types.h>

#include <filesystem>

namespace unlit::test {

/// uint8 [H, W, C], C = 1, 2, 3 or 4 as in the file: 8 bits a sample, no palette, not interlaced.
/// Throws std::runtime_error naming the file for anything else.
torch::Tensor readPngPixels(const std::filesystem::path& file);

} // namespace unlit::test
