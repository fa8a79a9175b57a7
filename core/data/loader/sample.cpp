#include "core/data/loader/sample.h"

#include "core/base/error.h"

#include <torch/types.h>

#include <algorithm>

namespace unlit::data {

namespace {

std::string sizeText(const Sample& sample) {
    return std::to_string(sample.beauty_CHW.size(-1)) + "x" +
           std::to_string(sample.beauty_CHW.size(-2));
}

} // namespace

const torch::Tensor& Batch::tensor(const std::string& key) const {
    const auto found = tensors.find(key);
    if (found != tensors.end())
        return found->second;
    std::string keys;
    for (const auto& [known, tensor] : tensors)
        keys += (keys.empty() ? "" : ", ") + known;
    throw Error::internal("a batch has no '" + key + "', only " + keys);
}

void padToLargest(std::vector<Sample>& samples) {
    std::int64_t height = 0, width = 0;
    for (const Sample& sample : samples) {
        height = std::max(height, sample.beauty_CHW.size(-2));
        width = std::max(width, sample.beauty_CHW.size(-1));
    }
    for (Sample& sample : samples) {
        const std::int64_t below = height - sample.beauty_CHW.size(-2);
        const std::int64_t right = width - sample.beauty_CHW.size(-1);
        if (below == 0 && right == 0)
            continue;
        const auto extended = [&](const torch::Tensor& picture_CHW) {
            return torch::replication_pad2d(picture_CHW, {0, right, 0, below}).contiguous();
        };
        sample.beauty_CHW = extended(sample.beauty_CHW);
        for (torch::Tensor& target_CHW : sample.targets_TCHW)
            target_CHW = extended(target_CHW);
        sample.valid_1HW = torch::constant_pad_nd(sample.valid_1HW, {0, right, 0, below}, 0);
    }
}

std::string targetKey(const std::string& target) {
    return target + "_norm";
}

Batch collate(const std::vector<Sample>& samples, const std::vector<std::string>& targets) {
    std::vector<torch::Tensor> beauties;
    std::vector<std::vector<torch::Tensor>> pictures(targets.size());
    std::vector<torch::Tensor> masks;
    Batch batch;
    for (const Sample& sample : samples) {
        const Sample& first = samples.front();
        if (sample.beauty_CHW.sizes() != first.beauty_CHW.sizes())
            throw Error::invalidInput("'" + first.relativePath + "' is " + sizeText(first) +
                                          " and '" + sample.relativePath + "' is " +
                                          sizeText(sample) + ", in one batch",
                                      "set a size or a crop for the set, a batch size of 1, or "
                                      "dataloader.pad_mixed_sizes");
        beauties.push_back(sample.beauty_CHW);
        if (sample.targets_TCHW.size() != targets.size())
            throw Error::internal("a sample of " + std::to_string(sample.targets_TCHW.size()) +
                                  " targets in a set of " + std::to_string(targets.size()));
        for (std::size_t i = 0; i < targets.size(); ++i)
            pictures[i].push_back(sample.targets_TCHW[i]);
        masks.push_back(sample.valid_1HW);
        batch.rgbRelativePath.push_back(sample.relativePath);
        batch.conditions.push_back(sample.condition);
    }
    batch.tensors[kBeautyNorm] = torch::stack(beauties);
    for (std::size_t i = 0; i < targets.size(); ++i)
        batch.tensors[targetKey(targets[i])] = torch::stack(pictures[i]);
    batch.tensors[kValidMask] = torch::stack(masks);
    batch.tensors[kValidMaskRaw] = batch.tensors[kValidMask];
    batch.tensors[kMask] = batch.tensors[kValidMask];
    return batch;
}

} // namespace unlit::data
