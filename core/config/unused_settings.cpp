#include "core/config/unused_settings.h"

#include "core/config/schema/schema.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace unlit::config {

namespace {

/// Settings, or sections of them, that do not count where `holds` is true.
struct UnusedRule {
    std::vector<std::string_view> keys;
    bool (*holds)(const TrainConfig&);
    std::string_view why; ///< goes on from the setting's name
};

const std::vector<UnusedRule>& unusedRules() {
    static const std::vector<UnusedRule> rules = {
        {{"loss",
          "multi_res_noise",
          "gt_mask_type",
          "trainer.timesteps",
          "trainer.latents",
          "trainer.train_decoder",
          "trainer.training_noise_scheduler",
          "trainer.memory_limit",
          "trainer.loss_bins",
          "model.concat_order",
          "memory.gradient_checkpointing",
          "memory.attention_slicing",
          "memory.vae_tiling",
          "memory.cuda_graphs",
          "memory.offload_frozen",
          "writers.sample_losses",
          "writers.worst_samples",
          "validation.denoising_steps",
          "validation.ensemble_size",
          "validation.processing_res",
          "validation.resample_method",
          "validation.detail"},
         [](const TrainConfig& config) { return config.trained() == TrainedNetwork::Autoencoder; },
         "is not used by AutoencoderKLTrainer"},
        {{"autoencoder"},
         [](const TrainConfig& config) { return config.trained() != TrainedNetwork::Autoencoder; },
         "is used by AutoencoderKLTrainer alone"},
        {{"multi_res_noise"},
         [](const TrainConfig& config) {
             return config.trainer.timesteps == TrainedTimesteps::Last;
         },
         "is not used where trainer.timesteps is last: zeros stand for the noise"},
        {{"trainer.loss_bins"},
         [](const TrainConfig& config) {
             return config.trainer.timesteps == TrainedTimesteps::Last;
         },
         "is not used where trainer.timesteps is last: there is one timestep"},
        {{"loss.kwargs.picture_lmse_share", "loss.kwargs.picture_slope_weight",
          "loss.kwargs.picture_gradient_weight"},
         [](const TrainConfig& config) { return config.loss.pictureWeight == 0; },
         "is not used without loss.kwargs.picture_weight"},
        {{"augmentation.precrop_frac"},
         [](const TrainConfig& config) { return config.augmentation.precropIters == 0; },
         "is not used without augmentation.precrop_iters"},
        {{"augmentation.jpeg_lowest_quality"},
         [](const TrainConfig& config) { return config.augmentation.jpegP == 0; },
         "is not used without augmentation.jpeg_p"},
        {{"dataset.split_seed"},
         [](const TrainConfig& config) { return config.dataset.validFrac == 0; },
         "is not used without dataset.valid_frac"},
        {{"ema.inv_gamma", "ema.power"},
         [](const TrainConfig& config) { return config.ema && !config.ema->useEmaWarmup; },
         "is not used without ema.use_ema_warmup"},
        {{"validation.objective_timesteps"},
         [](const TrainConfig& config) { return !config.validation.objective; },
         "is not used without validation.objective"},
        {{"on.timeout"},
         [](const TrainConfig& config) {
             return config.on.finished.empty() && config.on.failed.empty() &&
                    config.on.best.empty() && config.on.stopped.empty();
         },
         "is not used without a command under on"},
        {{"prepare.seed"},
         [](const TrainConfig& config) {
             return config.prepare.randomModel.empty() && config.prepare.syntheticPairs == 0;
         },
         "is not used where nothing is prepared"},
        {{"prepare.synthetic_size"},
         [](const TrainConfig& config) { return config.prepare.syntheticPairs == 0; },
         "is not used without prepare.synthetic_pairs"},
        {{"checkpoint.keep_top_k", "checkpoint.figure_in_name"},
         [](const TrainConfig& config) { return !config.checkpoint.keepBest; },
         "is not used where checkpoint.keep_best is false"},
        {{"loss_spike.rate_factor", "loss_spike.most_rollbacks"},
         [](const TrainConfig& config) {
             return config.lossSpike && config.lossSpike->policy != SpikePolicy::RollBack;
         },
         "is not used unless loss_spike.policy is roll_back"},
        {{"writers.worst_samples"},
         [](const TrainConfig& config) { return !config.writers.sampleLosses; },
         "is not used where writers.sample_losses is false"},
        {{"writers.tensorboard_images"},
         [](const TrainConfig& config) { return !config.writers.tensorboard; },
         "is not used where writers.tensorboard is false"},
    };
    return rules;
}

/// What the first rule that holds says of this setting; "" where none does.
std::string_view whyUnused(const TrainConfig& config, const std::string& path) {
    for (const UnusedRule& rule : unusedRules())
        if (std::ranges::find(rule.keys, path) != rule.keys.end() && rule.holds(config))
            return rule.why;
    return {};
}

class UnusedSettings {
public:
    UnusedSettings(const TrainConfig& config, const Node& document)
        : m_config(config), m_document(document) {}

    std::vector<Diagnostic> find() {
        TrainConfig own = m_config, usual;
        if (own.lossSpike) // sections that are left out have no settings to compare with
            usual.lossSpike.emplace();
        if (own.ema)
            usual.ema.emplace();
        const Setting given = schemaOf(own), defaults = schemaOf(usual);
        lookAt(given, defaults, "", {});
        return std::move(m_found);
    }

private:
    /// `why`: what is said of the section around it.
    void lookAt(const Setting& given, const Setting& usual, const std::string& path,
                std::string_view why) {
        if (why.empty())
            why = whyUnused(m_config, path);
        if (!path.empty() && m_document.at(path) == nullptr)
            return;
        if (given.isLeaf()) {
            if (!why.empty() && given.get() != usual.get())
                tell(path, why);
            return;
        }
        if (given.kind != SettingKind::Section)
            return;
        const bool isThere = !given.isPresent || given.isPresent();
        const bool isUsual = !usual.isPresent || usual.isPresent();
        if (!why.empty() && isThere != isUsual)
            return tell(path, why);
        if (!isThere || !isUsual)
            return;
        const std::vector<Setting> own = given.children(), others = usual.children();
        for (std::size_t i = 0; i < own.size(); ++i)
            lookAt(own[i], others[i], joinedPath(path, own[i].key), why);
    }

    void tell(const std::string& path, std::string_view why) {
        m_found.push_back({Diagnostic::Severity::Warning, m_document.at(path)->mark, path,
                           path + " " + std::string(why), "take it out"});
    }

    const TrainConfig& m_config;
    const Node& m_document;
    std::vector<Diagnostic> m_found;
};

} // namespace

std::vector<Diagnostic> unusedSettings(const TrainConfig& config, const Node& document) {
    return UnusedSettings(config, document).find();
}

std::vector<std::string> settingsThatMayBeUnused() {
    std::vector<std::string> names;
    for (const UnusedRule& rule : unusedRules())
        names.insert(names.end(), rule.keys.begin(), rule.keys.end());
    return names;
}

} // namespace unlit::config
