#include "core/weights/files/stored_type.h"

#include "core/base/error.h"

#include <map>
#include <utility>

namespace unlit::weights {

namespace {

torch::Tensor converted(const torch::Tensor& tensor, torch::Dtype dtype, const std::string& name) {
    torch::Tensor stored = tensor.to(dtype);
    const bool overflows = (tensor.isfinite() & ~stored.isfinite()).any().item<bool>();
    if (overflows)
        throw Error::invalidInput(name + " has values that " +
                                      (dtype == torch::kFloat16 ? "float16" : "the type") +
                                      " cannot hold",
                                  "choose --dtype bfloat16 or float32");
    return stored;
}

} // namespace

WeightSource storedAs(WeightSource source, torch::Dtype dtype, const std::string& part) {
    WeightSource stored;
    std::map<std::string, TensorSpec> originals;
    for (const TensorSpec& spec : source.specs) {
        originals.emplace(spec.name, spec);
        const bool isNumber = c10::isFloatingType(spec.dtype);
        stored.specs.push_back({spec.name, isNumber ? dtype : spec.dtype, spec.shape});
    }
    stored.tensor = [inner = std::move(source.tensor), originals = std::move(originals), dtype,
                     part](const TensorSpec& spec) {
        const torch::Tensor tensor = inner(originals.at(spec.name));
        return tensor.is_floating_point() ? converted(tensor, dtype, part + "/" + spec.name)
                                          : tensor;
    };
    return stored;
}

} // namespace unlit::weights
