// Counts the arithmetic of one run of a network from the sizes of its parts.
#pragma once

#include "core/nn/layers/module.h"

namespace unlit::bench {

/// Watches every convolution, linear layer and attention below `root` while it lives. Counted are
/// multiplications and additions of products with weights and of attention (2 each); norms,
/// activations and sums, below one percent, are not. Pictures that are doubled first count as if
/// every pixel of the doubled one was computed by itself. `root` must outlive it.
class FlopCounter {
public:
    explicit FlopCounter(nn::Module& root);
    ~FlopCounter();
    FlopCounter(const FlopCounter&) = delete;
    FlopCounter& operator=(const FlopCounter&) = delete;

    /// Since construction.
    double flops() const { return m_flops; }

private:
    nn::Module& m_root;
    double m_flops = 0;
};

} // namespace unlit::bench
