#include "app/cli/model/model_export_verb.h"

#include "app/cli/model/model_output.h"
#include "app/cli/option_flags.h"
#include "app/cli/usage_error.h"
#include "app/cli/value_kinds.h"
#include "core/base/text.h"
#include "core/config/schema/setting_makers.h"
#include "core/infer/infer_schema.h"
#include "core/session/models/model_commands.h"

namespace unlit::cli {

namespace {

constexpr int kMostMegabytes = 1'000'000;
constexpr int kMostLayers = 16;
constexpr std::uint64_t kMegabyte = 1'000'000;

} // namespace

ModelExportVerb::ModelExportVerb(CLI::App& model)
    : Verb(model, "export", "Write a model folder out of the parts of others, smaller if wanted") {
    OptionSet& arguments = options().section("Arguments");
    arguments.positional("DIR", m_model,
                         "Model folder or checkpoint; gives all parts not named below");
    arguments.positional("OUT", m_output, "Folder to write");
    OptionSet& parts = options().section("Parts");
    parts.text("--unet", "DIR", m_unet,
               "A part's folder or a model folder; targets and conventions come with it",
               "the model's");
    parts.text("--vae", "DIR", m_vae, "Likewise", "the model's");
    parts.text("--text-encoder", "DIR", m_textEncoder, "Likewise", "the model's");
    parts.text("--scheduler", "DIR", m_scheduler, "Likewise", "the model's");
    addLoras(parts, m_loras, "Low-rank additions that are merged into the UNet");
    const auto addMean = [this](const std::string& folder) {
        m_meanWith.push_back(folder);
        return !folder.empty();
    };
    parts.repeated("--mean-with", "DIR", {"a model folder", {}}, addMean,
                   "Another model of the same training whose UNet and VAE are averaged with these; "
                   "several share alike",
                   "none");
    addOption(parts, {config::setting("mean_share", m_request.meanShare,
                                      {.help = "What those models have of the mean together",
                                       .min = config::Bound{0},
                                       .max = config::Bound{1}}),
                      {},
                      "SHARE",
                      "all alike"});
    OptionSet& flags = options().section("Model");
    flags.choice("--dtype", m_request.dtype,
                 std::vector<std::pair<std::string, std::string>>{
                     {"float32", "float32"}, {"float16", "float16"}, {"bfloat16", "bfloat16"}},
                 "Type of the weights in the files", "float32");
    const config::WholeLimits steps = inferLimits("steps");
    const config::WholeLimits sizes = inferLimits("processing_res");
    flags.whole("--steps", m_request.defaultSteps, {steps.least, steps.most},
                "DDIM steps that the model asks for", "the model's");
    flags.whole("--processing-res", m_request.defaultProcessingRes, {sizes.least, sizes.most},
                "Longer side that the model asks for, in pixels; 0 = native", "the model's");
    flags.wholes("--layers-per-block", m_request.layersPerBlock, {1, kMostLayers},
                 "Residual blocks of the UNet by resolution, from the largest on, to train it on "
                 "deeper: those that are added change nothing at first",
                 "the model's");
    flags.whole("--most-mb", m_mostMegabytes, {0, kMostMegabytes},
                "Larger weights become several files of at most so many MB; 0 = never", "0");
    flags.text("--provenance", "TEXT", m_request.provenance,
               "Where the weights come from, for people", "the model's");
    flags.flag("--overwrite", m_request.overwrite, "Replace a model folder that is there already");
    footer("Example:\n"
           "  unlit model export output/albedo/checkpoint/latest/unet_ema models/mine "
           "--dtype float16");
}

ExitCode ModelExportVerb::run(VerbContext& context) {
    ExportRequest request = m_request;
    request.model = m_model;
    request.output = m_output;
    request.unet = m_unet;
    request.vae = m_vae;
    request.textEncoder = m_textEncoder;
    request.scheduler = m_scheduler;
    request.loras = m_loras;
    request.meanWith.assign(m_meanWith.begin(), m_meanWith.end());
    request.mostFileBytes = static_cast<std::uint64_t>(m_mostMegabytes) * kMegabyte;
    if (request.meanShare && request.meanWith.empty())
        throw UsageError("--mean-share goes with --mean-with; see unlit model export --help");
    const auto progress = beginModelOutput(context, m_output);
    exportModel(request, progress);
    context.console.endProgress();
    std::uint64_t bytes = 0;
    for (const ComponentSummary& part : inspectModel(m_output).components)
        bytes += part.bytes;
    context.console.result(m_output);
    context.console.note(formatBytes(bytes) + " of weights, " + request.dtype);
    context.console.object(
        {{"output", m_output}, {"model", m_model}, {"dtype", request.dtype}, {"bytes", bytes}});
    return ExitCode::Done;
}

} // namespace unlit::cli
