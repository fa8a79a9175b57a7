#include "core/config/schema/schema_sections.h"
#include "core/config/schema/setting_makers.h"

namespace unlit::config {

namespace {

const std::vector<std::pair<MixedPrecision, std::string>> kPrecisions = {
    {MixedPrecision::No, "no"},
    {MixedPrecision::BFloat16, "bf16"},
    {MixedPrecision::Float16, "fp16"}};

const std::vector<std::pair<GradientExchange, std::string>> kExchanges = {
    {GradientExchange::Float32, "float32"}, {GradientExchange::BFloat16, "bf16"}};

} // namespace

std::vector<Setting> describeMemory(MemoryConfig& memory) {
    return {
        changeable(setting(
            "gradient_checkpointing", memory.gradientCheckpointing,
            {.help = "Compute what lies inside the UNet's layers again in the backward pass "
                     "instead of keeping it; the same numbers up to rounding"})),
        choice("mixed_precision", memory.mixedPrecision, kPrecisions,
               {.help = "Arithmetic of the trained network; weights, gradients, optimizer, norms "
                        "and softmax are float32 in any case. fp16 scales the loss, so that small "
                        "gradients do not vanish, and needs CUDA"}),
        choice("gradient_exchange", memory.gradientExchange, kExchanges,
               {.help = "Of several processes: how gradients travel between them. bf16 halves the "
                        "bytes and rounds each process's sum and their total to 8 bits"}),
        changeable(setting(
            "shard_optimizer", memory.shardOptimizer,
            {.help = "Of several processes: each keeps optimizer state and running mean of some "
                     "weights, updates those, and gets the others' (ZeRO, stage 1); the same "
                     "numbers, for weights that travel at each step"})),
        setting("attention_slicing", memory.attentionSlicing,
                {.help = "Heads of an attention at once: off = all, auto = half of them, max = "
                         "one, or their number"}),
        setting("vae_tiling", memory.vaeTiling,
                {.help = "Encode and decode pictures larger than the VAE's sample_size in tiles "
                         "that are blended; other numbers"}),
        changeable(
            setting("offload_frozen", memory.offloadFrozen,
                    {.help = "Keep the VAE in the processor's memory while it is not used; has no "
                             "effect on the CPU"})),
        setting("cuda_graphs", memory.cudaGraphs,
                {.help = "On a GPU record the UNet's passes and replay them: the same numbers in a "
                         "fraction of the time, for the memory of one step more"}),
        changeable(setting(
            "latent_cache", memory.latentCache,
            {.help = "Folder that keeps encoded pictures for later epochs and runs; the same "
                     "numbers; empty: none"})),
    };
}

std::vector<Setting> describeLora(LoraConfig& lora) {
    return {
        setting("rank", lora.rank,
                {.help = "Of the matrices: how much can be learnt",
                 .min = Bound{1},
                 .max = Bound{1024}}),
        setting("alpha", lora.alpha,
                {.help = "The additions count alpha / rank",
                 .min = Bound{0, false},
                 .nullMeaning = "as rank"}),
        setting("targets", lora.targets,
                {.help = "Projections of each attention that get one",
                 .choices = {"to_q", "to_k", "to_v", "to_out.0"}}),
    };
}

} // namespace unlit::config
