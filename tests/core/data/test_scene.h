// Small made-up renders for the tests of training data: a textured albedo and what light makes of
// it.
#pragma once

#include "core/image/image.h"
#include "core/image/image_file.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace unlit::test {

struct ScenePair {
    Image beauty; ///< linear
    Image albedo; ///< linear
};

/// Another seed gives another texture, colours, light direction, shadow and highlights. The light's
/// brightness varies by a twentieth of a stop only, as in a set from one renderer.
ScenePair makeScene(std::uint64_t seed, int width = 160, int height = 128);

/// The picture moved right and down; borders are repeated.
Image shifted(const Image& image, int right, int down);

/// Every sample times `factor`.
Image scaled(const Image& image, float factor);

/// Means of 2 x 2 pixels.
Image halved(const Image& image);

/// That many pairs of scenes with the seeds 0, 1, … and list.txt, which names them "p0_beauty.exr
/// p0_albedo.exr" and so on, in the folder, which is made. Returns the list.
std::filesystem::path writeScenes(const std::filesystem::path& folder, int pairs, int width,
                                  int height);

/// Half float EXR.
void writeExrFile(const std::filesystem::path& path, const Image& image);

} // namespace unlit::test
