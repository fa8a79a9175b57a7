#include "app/cli/model/model_codes_verbs.h"

#include "app/cli/dataset/dataset_flags.h"
#include "app/cli/input_list.h"
#include "app/cli/usage_error.h"
#include "app/cli/value_kinds.h"

namespace unlit::cli {

namespace {

const std::vector<std::pair<std::string, FileFormat>> kDecodedFormats = {
    {"png16", FileFormat::Png16},
    {"png8", FileFormat::Png8},
    {"tiff", FileFormat::Tiff},
    {"exr", FileFormat::Exr}};

void addCommonFlags(OptionSet& set, TokenizeRequest& request, std::string& output) {
    set.requiredText("--output,-o", "DIR", output, "Folder to write into");
    set.flag("--ema", request.usesMean,
             "Take the running mean of the weights of a checkpoint (vae_ema)");
    set.text("--device", "auto|cpu|cuda[:N]", request.device, "Where to compute", "auto");
    set.flag("--overwrite", request.overwrite, "Replace files that are there already");
}

/// What words on the command line led to; those that led to nothing are told.
std::vector<std::filesystem::path> filesOf(const InputList& inputs, Console& console) {
    for (const InputProblem& problem : inputs.problems)
        console.error(problem.error);
    std::vector<std::filesystem::path> files;
    for (const InputFile& file : inputs.files)
        files.push_back(file.path);
    return files;
}

ExitCode tell(Console& console, const std::string& model, const TokenizeResult& result,
              const InputList& inputs) {
    Json done = Json::array(), failed = Json::array();
    for (const TokenizedFile& file : result.done) {
        console.result(file.output.string() + "  " + std::to_string(file.width) + "x" +
                       std::to_string(file.height) + ", " +
                       countText(static_cast<std::size_t>(file.cells), "code") + ", " +
                       std::to_string(file.differentCodes) + " different of " +
                       std::to_string(result.codeCount));
        done.push_back({{"input", file.input.string()},
                        {"output", file.output.string()},
                        {"width", file.width},
                        {"height", file.height},
                        {"cells", file.cells},
                        {"different_codes", file.differentCodes}});
    }
    for (const InputProblem& problem : inputs.problems)
        failed.push_back({{"input", problem.input}, {"error", problem.error}});
    for (const TokenizeFailure& failure : result.failed) {
        console.error(failure.failure.text());
        failed.push_back({{"input", failure.input.string()}, {"error", failure.failure.text()}});
    }
    console.object({{"model", model},
                    {"codebook", result.codebook},
                    {"quantizer", result.quantizer},
                    {"codes", result.codeCount},
                    {"done", done},
                    {"failed", failed}});
    return failed.empty() ? ExitCode::Done : ExitCode::Failed;
}

/// Both verbs, but for the function of the session.
template <class Function>
ExitCode runOnFiles(VerbContext& context, TokenizeRequest request, const std::string& doing,
                    const std::vector<std::string>& words, Function function) {
    const InputList inputs = expandInputs(words);
    request.files = filesOf(inputs, context.console);
    DatasetWork work(context);
    const TokenizeResult result =
        work.finish(function(request, work.progress(doing), work.token()));
    return tell(context.console, request.model.string(), result, inputs);
}

} // namespace

ModelTokenizeVerb::ModelTokenizeVerb(CLI::App& model)
    : Verb(model, "tokenize", "Write pictures as codes of a model with a quantizer") {
    OptionSet& set = options().section("Arguments");
    set.positional("MODEL", m_model, "Model folder or checkpoint whose VAE has a quantizer");
    set.positionals("PICTURE", m_inputs, "Image files, folders or patterns");
    set.section("Codes");
    addCommonFlags(set, m_request, m_output);
    addExposure(set, m_request.exposureEv, "Of scene-linear pictures, in stops");
    footer("Writes STEM.codes.safetensors: one tensor, codes, with a whole number for each latent\n"
           "cell. The file names its codebook, so that no other model reads it.\n\n"
           "Example:\n  unlit model tokenize models/mine renders/ -o codes");
}

ExitCode ModelTokenizeVerb::run(VerbContext& context) {
    TokenizeRequest request = m_request;
    request.model = m_model;
    request.output = m_output;
    return runOnFiles(context, request, "encoding", m_inputs, tokenizePictures);
}

ModelDetokenizeVerb::ModelDetokenizeVerb(CLI::App& model)
    : Verb(model, "detokenize", "Write the pictures that codes of a model stand for") {
    OptionSet& set = options().section("Arguments");
    set.positional("MODEL", m_model, "Model folder or checkpoint that made the codes");
    set.positionals("CODES", m_inputs, "Files that unlit model tokenize wrote");
    set.section("Pictures");
    addCommonFlags(set, m_request, m_output);
    set.choice("--format", m_request.format, kDecodedFormats,
               "Of the pictures: integers are sRGB, exr is linear light as bright as it was",
               "png16");
    footer("Example:\n  unlit model detokenize models/mine codes/hall.codes.safetensors -o out");
}

ExitCode ModelDetokenizeVerb::run(VerbContext& context) {
    TokenizeRequest request = m_request;
    request.model = m_model;
    request.output = m_output;
    return runOnFiles(context, request, "decoding", m_inputs, detokenizePictures);
}

} // namespace unlit::cli
