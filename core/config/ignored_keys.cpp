#include "core/config/ignored_keys.h"

#include "core/config/schema/node.h"

#include <vector>

namespace unlit::config {

namespace {

struct IgnoredKey {
    std::string_view path;
    std::string_view why;
};

constexpr std::string_view kDepth = "depth and normals are not trained here";
constexpr std::string_view kBlur = "the augmentations here are another set";
constexpr std::string_view kLcm = "consistency models are not trained here";

constexpr IgnoredKey kIgnored[] = {
    {"wandb", "its service can read the event files under tensorboard/"},
    {"depth_normalization", kDepth},
    {"gt_depth_type", kDepth},
    {"gt_normals_type", kDepth},
    {"pipeline.kwargs.scale_invariant", kDepth},
    {"pipeline.kwargs.shift_invariant", kDepth},
    {"run.precision", "memory.mixed_precision says it"},
    {"model.name", "the folder says what it holds"},
    {"model.latent_scale_factor", "the VAE's config says it"},
    {"eval.alignment", kDepth},
    {"eval.align_max_res", kDepth},
    {"augmentation.color_jitter_p", kBlur},
    {"augmentation.gaussian_blur_p", kBlur},
    {"augmentation.motion_blur_p", kBlur},
    {"augmentation.gaussian_blur_sigma", kBlur},
    {"augmentation.motion_blur_kernel_size", kBlur},
    {"augmentation.motion_blur_angle_range", kBlur},
    {"augmentation.jitter_brightness_factor", kBlur},
    {"augmentation.jitter_contrast_factor", kBlur},
    {"augmentation.jitter_saturation_factor", kBlur},
    {"augmentation.jitter_hue_factor", kBlur},
    {"trainer.ema_decay", kLcm},
    {"trainer.num_ddim_timesteps", kLcm},
    {"trainer.save_target", kLcm},
};

/// Of any set of pairs.
constexpr IgnoredKey kIgnoredOfSets[] = {
    {"kitti_bm_crop", kDepth},
    {"valid_mask_crop", kDepth},
    {"eigen_valid_mask", kDepth},
    {"center_crop", "crop_size cuts from the middle"},
};

} // namespace

std::string_view whyIgnored(const std::string& path) {
    for (const IgnoredKey& key : kIgnored)
        if (key.path == path)
            return key.why;
    const std::vector<std::string> parts = pathParts(path);
    if (parts.front() == "dataset")
        for (const IgnoredKey& key : kIgnoredOfSets)
            if (key.path == parts.back())
                return key.why;
    return {};
}

} // namespace unlit::config
