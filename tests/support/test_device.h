// Where tests that compare numbers run them: the CPU, or what UNLIT_TEST_DEVICE names ("cuda:0").
#pragma once

#include <torch/types.h>

#include <string>
#include <vector>

namespace unlit::test {

/// As in a config. Tests that ask for it hold the same tolerances on every device.
std::string testDeviceName();

/// Throws as infer::parseDevice.
torch::Device testDevice();

torch::Tensor onTestDevice(const torch::Tensor& tensor);

/// Types of 16 bits that the device computes in: bfloat16, on CUDA float16 too.
std::vector<torch::Dtype> halfTypes();

} // namespace unlit::test
