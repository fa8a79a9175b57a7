// The one rule about number formats, devices and memory layout of a network.
#pragma once

#include <torch/nn/module.h>
#include <torch/types.h>

namespace unlit::nn {

/// A network of type bfloat16 (or float16) keeps its convolutions, linear layers and embeddings,
/// and the tensors between them, in that type. In float32 remain: the weights and the statistics of
/// every norm, scores and softmax of attention, the sinusoid of the timestep, the posterior of the
/// VAE, and all that goes in and out of a network (latents, scheduler, pictures): these are sums
/// over many numbers, or differences of nearly equal ones, where eight bits do not do.
///
/// float16 is for CUDA alone: LibTorch's processors have no float16 convolution.

enum class WeightValues {
    Keep,    ///< converted
    Discard, ///< fresh, empty memory: before loading, so that nothing is held twice
};

/// Gives every parameter its type, device and layout (convolutions channels-last, which spares the
/// processor a reordering at each call). Gradients are dropped.
/// Throws Error::unsupported for float16 away from CUDA.
void setPrecision(torch::nn::Module& module, torch::Dtype type, torch::Device device = torch::kCPU,
                  WeightValues values = WeightValues::Keep);

/// From now on the weights of linear layers and convolutions that are not small are whole numbers
/// of 8 bits, a scale for each output, a quarter of float32's memory; what flows between the layers
/// keeps its type. For a network on the processor that is only run, after its precision was set.
void keepInInt8(torch::nn::Module& module);

} // namespace unlit::nn
