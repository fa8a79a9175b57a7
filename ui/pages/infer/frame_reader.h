// What is on disk of one frame of a sequence, for looking at: whole as a result, or small as a
// still.
#pragma once

#include "core/session/infer/inference_types.h"
#include "ui/models/queue_item.h"
#include "ui/viewer/view_transform.h"

#include <QImage>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace unlit::ui {

/// One picture that a frame was made into.
struct FrameTarget {
    std::string name; ///< of the target
    std::filesystem::path file;
    std::string layer; ///< of the file; empty = its own

    bool operator==(const FrameTarget&) const = default;
};

struct FramePictures {
    std::filesystem::path input;
    InputOptions inputOptions;
    double exposureEv = 0;            ///< that it is shown with
    std::vector<FrameTarget> targets; ///< the albedo first; empty = it is not done
    double albedoScale = 1;           ///< that their files have
};

/// Of all frames of a sequence. `targets`: of the model.
std::vector<FramePictures> framePictures(const QueueItem& item,
                                         const std::vector<std::string>& targets);

/// Input and targets, as if the network had just run: paint as the model has it, whatever its file
/// has. No targets where the frame is not done. Any thread. Throws Error.
std::shared_ptr<const InferenceResult> readFrame(const FramePictures& frame);

/// Of a picture by itself that was saved; no targets where its files tell none. `targets`: of the
/// model, for files that an earlier program noted without saying what they are.
FramePictures savedPictures(const QueueItem& item, const std::vector<std::string>& targets);

/// As readFrame(), with the pixels of the input that are there already. Of layered files the
/// targets that they have. Any thread. Throws Error; NotFound where no target is there.
std::shared_ptr<const InferenceResult> readSaved(const FramePictures& saved,
                                                 const std::shared_ptr<const Image>& input);

enum class FrameShown { Albedo, Input };

/// How a still looks.
struct StillLook {
    ToneSettings tone;      ///< of the view; marks are left out
    double albedoScale = 1; ///< paint is so many times as bright as the model has it
};

/// The input or the first target, of at most `longerSidePx` pixels. Any thread. Throws Error.
/// Precondition: the frame has a target, or its input is wanted.
QImage readStill(const FramePictures& frame, FrameShown shown, const StillLook& look,
                 int longerSidePx);

} // namespace unlit::ui
