#include "core/data/loader/sample.h"

#include "core/base/error.h"

#include <torch/types.h>

namespace unlit::data {

namespace {

std::string sizeText(const Sample& sample) {
    return std::to_string(sample.beauty_CHW.size(2)) + "x" +
           std::to_string(sample.beauty_CHW.size(1));
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
                                      "set a size or a crop for the set, or a batch size of 1");
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
