// The input order that a UNet was trained with, kept when its folder is written anew.
#pragma once

#include "core/weights/save_model_folder.h"

namespace unlit {

/// `unet`: weights as `unlit`'s folder stores them. Where they were trained noisy first and are
/// stored image first, brings conv_in and save.concatOrder back to the training's order, so that
/// the folder that is written says so again: the writer exchanges them once more.
void restoreTrainedOrder(weights::ModelToSave& save, const weights::UnlitJson& unlit,
                         weights::StateDict& unet);

} // namespace unlit
