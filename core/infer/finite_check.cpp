#include "core/infer/finite_check.h"

#include "core/base/error.h"

namespace unlit::infer {

void requireFinite(const torch::Tensor& values, const std::string& doing,
                   const LoadedModel& model) {
    if (torch::isfinite(values).all().item<bool>())
        return;
    throw Error::invalidInput("the model " + model.folder.unet.folder.parent_path().string() +
                                  " produced values that are not numbers while " + doing,
                              model.precision == Precision::Float32
                                  ? "its weights are probably damaged: run unlit model check on it"
                                  : "try --precision float32; if that fails too, run unlit model "
                                    "check on it");
}

} // namespace unlit::infer
