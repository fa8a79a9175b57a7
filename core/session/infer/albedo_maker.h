// Whatever makes an albedo out of a picture: a network, or a baseline by its name.
#pragma once

#include "core/image/color/color.h"
#include "core/image/image.h"
#include "core/options/infer_options.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace unlit {

class AlbedoMaker {
public:
    virtual ~AlbedoMaker() = default;

    /// "MarigoldIntrinsicsPipeline, albedo, 4 steps"; what a baseline does.
    virtual std::string what() const = 0;

    /// What it sees of a beauty, in its own display curve. `exposureEv`: stops of a scene-linear
    /// one; unset = automatic.
    virtual DisplayImage show(const Image& beauty, std::optional<double> exposureEv) const = 0;

    /// Whether several threads may ask at a time; a network is asked by the thread that made it.
    virtual bool isConcurrent() const = 0;

    /// `display`: as show() made it. `valid`: 1 = part of the picture. The
    /// result is scene-linear Rec.709 and finite; nullopt when stopped. Throws Error.
    virtual std::optional<Image> make(const Image& display, const std::vector<unsigned char>& valid,
                                      const std::stop_token& stop) = 0;
};

/// How models are run and which of their pictures is meant.
struct AlbedoMakerOptions {
    InferOptions infer;
    std::string target; ///< "" = albedo, else the model's first
};

/// Throws Error when `model` is neither a baseline nor a folder that can be understood; nothing is
/// loaded.
void checkAlbedoMaker(const std::string& model, const AlbedoMakerOptions& options);

/// `model`: a baseline's name (core/evaluate/baselines.h), else a model folder, whose weights are
/// loaded. Throws Error as loadModel does.
std::unique_ptr<AlbedoMaker> openAlbedoMaker(const std::string& model,
                                             const AlbedoMakerOptions& options);

} // namespace unlit
