#include "tests/support/test_device.h"

#include "core/infer/device.h"

#include <cstdlib>

namespace unlit::test {

std::string testDeviceName() {
    const char* const chosen = std::getenv("UNLIT_TEST_DEVICE");
    return chosen != nullptr && *chosen != '\0' ? chosen : "cpu";
}

torch::Device testDevice() {
    const torch::Device device = infer::parseDevice(testDeviceName());
    infer::setCudaArithmetic({}); // float32 is float32: no TF32
    return device;
}

torch::Tensor onTestDevice(const torch::Tensor& tensor) {
    return tensor.to(testDevice());
}

std::vector<torch::Dtype> halfTypes() {
    if (testDevice().is_cuda())
        return {torch::kBFloat16, torch::kFloat16};
    return {torch::kBFloat16};
}

} // namespace unlit::test
