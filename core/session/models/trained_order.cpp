#include "core/session/models/trained_order.h"

#include "core/nn/unet/adapt_unet.h"

namespace unlit {

void restoreTrainedOrder(weights::ModelToSave& save, const weights::UnlitJson& unlit,
                         weights::StateDict& unet) {
    if (unlit.concatOrder != ConcatOrder::ImageFirst ||
        unlit.trainedConcatOrder != ConcatOrder::NoisyFirst)
        return;
    torch::Tensor& weight = unet.at("conv_in.weight");
    weight = nn::exchangedConvIn(weight, save.latentChannels, ConcatOrder::ImageFirst);
    save.concatOrder = ConcatOrder::NoisyFirst;
}

} // namespace unlit
