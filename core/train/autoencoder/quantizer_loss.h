// What a quantizer adds to the autoencoder's loss. Legend: N pictures, C latent channels, h/w
// cells.
#pragma once

#include "core/nn/vae/quantizer.h"

#include <torch/types.h>

namespace unlit::train {

/// Mean squared distance of a latent from its codes, which get no gradient: the encoder learns to
/// commit itself. Source: van den Oord et al. 2017, equation 3, last term.
torch::Tensor commitLoss(const nn::Quantizer& quantizer, const torch::Tensor& z_NChw);

/// The same distance as the codebook sees it: its vectors learn, the latent gets no gradient.
/// Source: van den Oord et al. 2017, equation 3, second term. Precondition: there is a codebook.
torch::Tensor codebookLoss(const nn::Quantizer& quantizer, const torch::Tensor& z_NChw);

/// In nats, of where each cell of a latent would go among the codes {-1, 1}^C, by a softmax of
/// minus the squared distances over `temperature`.
struct CodeEntropy {
    torch::Tensor ofCells; ///< mean entropy of a cell: 0 where all are sure of their code
    torch::Tensor ofMean;  ///< entropy of the cells' mean: large where many codes are in use
};

/// Channels in groups of at most eight, whose entropies are added: exact up to eight bits, an upper
/// bound of `ofMean` above. Source: Yu et al. 2023, equation 5.
CodeEntropy codeEntropy(const torch::Tensor& z_NChw, double temperature);

} // namespace unlit::train
