// The base of every network part: its output can be watched, its weights can be initialised.
#pragma once

#include <torch/nn/module.h>
#include <torch/nn/modules/container/modulelist.h>
#include <torch/nn/pimpl.h>
#include <torch/types.h>

#include <functional>
#include <string_view>
#include <vector>

namespace unlit::nn {

// Legend of shape suffixes, used in all of core/nn: N batch, C channels, H W pixels (of the picture
// or the latent), L tokens, M tokens attended to, D model width, A heads, K head width, T width of
// the time embedding.

/// Parameters are created uninitialised, because random numbers for a full-size network cost more
/// than loading it; weights come from a file or from initialise(). Not thread-safe: one thread runs
/// a module at a time.
class Module : public torch::nn::Module {
public:
    /// `what` is "" for the module's output, else the name of an inner value ("temb_in").
    /// The tensor may be overwritten after the call returns: clone what is kept.
    using Observer = std::function<void(std::string_view what, const torch::Tensor& value)>;

    /// An empty observer ends the watching.
    void observe(Observer observer) { m_observer = std::move(observer); }

    bool isWatched() const { return static_cast<bool>(m_observer); }

    /// Fills this module's own parameters (not its children's) with the starting values that torch
    /// gives the layer; nothing here has any by default.
    virtual void initialise(const torch::Generator& generator);

    /// The type of this module's own parameters in a network of type `network`; see precision.h.
    virtual torch::Dtype weightType(torch::Dtype network) const { return network; }

    /// Keeps its own weight in 8 bits from now on where that pays, and computes with it so; its
    /// parameter "weight" is the whole numbers then, laid out for the loops (int8_products.h). For
    /// networks that are only run: no gradients, and no way back.
    virtual void keepInInt8() {}

    /// Tensors beside the parameters that its output depends on and that may take gradients.
    virtual std::vector<torch::Tensor> adapterWeights() const { return {}; }

protected:
    /// Tells the observer, if any, and hands the output through.
    torch::Tensor watched(torch::Tensor output) const;
    void watch(std::string_view what, const torch::Tensor& value) const;

    /// An uninitialised float32 parameter under its state_dict name.
    torch::Tensor parameter(const std::string& name, torch::IntArrayRef shape);

private:
    Observer m_observer;
};

/// Calls initialise() on the module and everything below it, in registration order, so that equal
/// generators give equal weights.
void initialiseWeights(torch::nn::Module& module, torch::Generator generator);

/// Everything below the module that may take gradients: its parameters, then its adapters' weights.
std::vector<torch::Tensor> weightsOf(const torch::nn::Module& module);

/// A float32 weight in the type that is computed in: bfloat16 or float16 where `x` is. The gradient
/// comes back in float32. Weights of any other type stay as they are. An undefined one stays
/// undefined.
torch::Tensor computedIn(const torch::Tensor& x, const torch::Tensor& weight);

/// Registers `block` as the list's next child and keeps it typed beside the list.
template <class Block>
void append(torch::nn::ModuleList& list, std::vector<Block>& typed, Block block) {
    list->push_back(block);
    typed.push_back(std::move(block));
}

} // namespace unlit::nn
