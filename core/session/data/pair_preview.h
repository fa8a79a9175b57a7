// One pair to look at: both pictures, and which of their pixels a training would leave out.
#pragma once

#include "core/data/source/filename_list.h"
#include "core/data/source/picture_source.h"
#include "core/image/image.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace unlit {

struct PairPreview {
    std::shared_ptr<const Image> beauty;
    std::shared_ptr<const Image> albedo;
    /// Raw, one plane, as large as the beauty: 1 where alpha, mask, numbers or black albedo take a
    /// pixel out of training with the usual settings, else 0. Null where the sizes differ.
    std::shared_ptr<const Image> leftOut;
    double leftOutShare = 0;
    std::string maskProblem;               ///< why the mask file does not count; "" = it does
    std::vector<std::string> beautyLayers; ///< colour layers of the beauty's file; "" = unnamed
    std::vector<std::string> albedoLayers;
};

/// Throws Error naming the file that cannot be read. nullopt when stopped. Any thread.
std::optional<PairPreview> previewPair(const data::PictureSource& source,
                                       const data::ListedPair& pair, const std::stop_token& stop);

} // namespace unlit
