#include "app/cli/model/model_scale_latents_verb.h"

#include "core/config/schema/value_text.h"

namespace unlit::cli {

namespace {

constexpr int kMostPairs = 1000000;
constexpr int kMostSide = 16384;

} // namespace

ModelScaleLatentsVerb::ModelScaleLatentsVerb(CLI::App& model)
    : Verb(model, "scale-latents", "Measure the scaling_factor of a trained VAE and write it") {
    OptionSet& set = options().section("Arguments");
    set.positional("DIR", m_model, "Model folder, diffusers layout");
    set.section("Pictures");
    set.requiredText("--dataset", "LIST", m_dataset,
                     "filename_list of beauty and albedo; or a folder or .tar archive of pairs");
    set.text("--root", "DIR", m_root, "Folder or .tar archive that the list speaks of",
             "the list's folder");
    set.whole("--pairs", m_request.pictures, {0, kMostPairs},
              "Pairs to encode, spread over the set; 0 = all", "200");
    set.whole("--side", m_request.side, {1, kMostSide},
              "Pixels; larger pictures are cut to their middle", "512");
    set.section("Model").flag("--dry-run", m_dryRun, "Measure only");
    set.text("--device", "auto|cpu|cuda[:N]", m_request.device, "Where to compute", "auto");
    footer(
        "A UNet that was trained with another factor does not fit any more: measure between the\n"
        "training of the VAE and that of the UNet.\n\n"
        "Example:\n  unlit model scale-latents models/mine --dataset train.txt");
}

ExitCode ModelScaleLatentsVerb::run(VerbContext& context) {
    LatentScaleRequest request = m_request;
    request.model = m_model;
    request.dataset = {m_dataset, m_root, {}};
    request.writes = !m_dryRun;
    DatasetWork work(context);
    const LatentScale scale =
        work.finish(scaleLatents(request, work.progress("encoding"), work.token()));
    const auto text = [](double number) { return config::numberText(number); };
    context.console.result("scaling_factor " + text(scale.factor) + " (was " + text(scale.before) +
                           ")");
    context.console.note("latents of " + countText(scale.pairs, "pair") + ": mean " +
                         text(scale.mean) + ", standard deviation " + text(scale.deviation));
    context.console.object({{"model", m_model},
                            {"pairs", scale.pairs},
                            {"numbers", scale.numbers},
                            {"mean", scale.mean},
                            {"deviation", scale.deviation},
                            {"scaling_factor", scale.factor},
                            {"before", scale.before},
                            {"written", request.writes}});
    return ExitCode::Done;
}

} // namespace unlit::cli
