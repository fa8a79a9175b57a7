#include "core/session/command_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <string_view>

namespace unlit {

namespace {

class Words {
public:
    void add(std::string_view flag) {
        if (!m_text.empty())
            m_text += ' ';
        m_text += flag;
    }

    void add(std::string_view flag, const std::string& value) {
        add(flag);
        m_text += ' ' + shellQuoted(value);
    }

    void add(std::string_view flag, std::string_view value) { add(flag, std::string(value)); }

    /// Only where it is not the default.
    template <class T>
    void addUnless(std::string_view flag, T value, T usual) {
        if (value != usual)
            add(flag, toString(value));
    }

    template <class T>
    void addIfSet(std::string_view flag, const std::optional<T>& value) {
        if (value)
            add(flag, toString(*value));
    }

    void addIf(bool isSet, std::string_view flag) {
        if (isSet)
            add(flag);
    }

    std::string text() && { return std::move(m_text); }

private:
    std::string m_text;
};

/// The shortest text that reads as the same number.
std::string exactText(double value) {
    std::array<char, 32> text{};
    const auto [end, failure] = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), end};
}

void addNetwork(Words& words, const InferOptions& options) {
    const InferOptions usual;
    if (options.steps)
        words.add("--steps", std::to_string(*options.steps));
    if (options.processingRes)
        words.add("--processing-res", std::to_string(*options.processingRes));
    words.add("--ensemble", std::to_string(options.ensemble));
    if (options.settledSpread > 0)
        words.add("--settled-spread", exactText(options.settledSpread));
    if (options.stopAfter > 0)
        words.add("--stop-after", std::to_string(options.stopAfter));
    words.addUnless("--reduction", options.reduction, usual.reduction);
    if (options.strength)
        words.add("--strength", exactText(*options.strength));
    words.add("--seed", std::to_string(options.seed));
    words.addIf(!options.matchInputRes, "--no-match-input-res");
    words.addUnless("--resample", options.resample, usual.resample);
    words.addIfSet("--resize-convention", options.resizeConvention);
    words.addIfSet("--concat-order", options.concatOrder);
    if (options.batchSize != usual.batchSize)
        words.add("--batch-size", std::to_string(options.batchSize));
    words.addUnless("--tiles", options.tiles.mode, usual.tiles.mode);
    if (options.tiles.size != usual.tiles.size)
        words.add("--tile-size", std::to_string(options.tiles.size));
    if (options.tiles.overlap != usual.tiles.overlap)
        words.add("--tile-overlap", std::to_string(options.tiles.overlap));
    words.addIfSet("--detail", options.detail);
    words.addUnless("--keep-black", options.keepBlack, usual.keepBlack);
    words.addUnless("--precision", options.precision, usual.precision);
    if (options.device != usual.device)
        words.add("--device", options.device);
    std::string targets;
    for (const std::string& target : options.targets)
        targets += (targets.empty() ? "" : ",") + target;
    if (!targets.empty())
        words.add("--targets", targets);
    words.addUnless("--attention-slicing", options.memory.attentionSlicing,
                    usual.memory.attentionSlicing);
    words.addIf(options.memory.vaeTiling, "--vae-tiling");
    words.addIf(options.memory.offload, "--offload");
}

void addInput(Words& words, const InputOptions& input) {
    if (!input.layer.empty())
        words.add("--layer", input.layer);
    words.addIfSet("--input-space", input.space);
    if (input.exposureEv)
        words.add("--exposure", exactText(*input.exposureEv));
    if (!input.mask.empty())
        words.add("--mask", input.mask);
    if (!input.maskLayer.empty())
        words.add("--mask-layer", input.maskLayer);
}

void addOutput(Words& words, const OutputOptions& output) {
    words.add("--output", output.folder.string());
    if (output.name != kDefaultOutputName)
        words.add("--name", output.name);
    if (output.layered)
        words.add("--layered");
    else
        words.add("--format", toString(output.format));
    words.addIf(output.half, "--half");
    words.addIf(!output.dither, "--no-dither");
    words.addIfSet("--output-space", output.space);
    words.addIf(output.uncertainty && !output.layered, "--uncertainty");
    words.addIf(output.splitStack && !output.layered, "--split-stack");
    words.addIf(output.sidecar, "--sidecar");
    if (output.albedoScale != 1)
        words.add("--albedo-scale", exactText(output.albedoScale));
    if (output.paintLimits != PaintLimits{})
        words.add("--paint-limits",
                  exactText(output.paintLimits.low) + "," + exactText(output.paintLimits.high));
    words.addIf(output.overwrite, "--overwrite");
}

} // namespace

std::string shellQuoted(const std::string& word) {
    constexpr std::string_view plain = "/._-+=:,@%";
    const bool isPlain = !word.empty() && std::ranges::all_of(word, [plain](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte < 128 && std::isalnum(byte) != 0) || plain.find(c) != std::string_view::npos;
    });
    if (isPlain)
        return word;
    std::string quoted = "'";
    for (const char c : word)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

std::string inferCommand(const InferenceRequest& request) {
    Words words;
    words.add("unlit");
    words.add("infer");
    // A name that looks like a flag would be taken for one.
    const std::string input = request.sequence ? request.sequence->pattern : request.input.string();
    words.add(shellQuoted(input.starts_with('-') ? "./" + input : input));
    words.addIf(request.sequence.has_value(), "--sequence");
    words.add("--model", request.model.string());
    for (const LoraChoice& choice : request.loras)
        words.add("--lora", toText(choice));
    addNetwork(words, request.options);
    addInput(words, request.inputOptions);
    if (request.output)
        addOutput(words, *request.output);
    return std::move(words).text();
}

} // namespace unlit
