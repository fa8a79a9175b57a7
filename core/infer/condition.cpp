#include "core/infer/condition.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/infer/text_embedder.h"

#include <cmath>

namespace unlit::infer {

namespace {

constexpr std::int64_t kNoClass = -1;

torch::Tensor textOf(LoadedModel& model, const std::string& word) {
    if (word.empty())
        return model.emptyText_1LD;
    if (!model.texts)
        model.texts = std::make_shared<TextEmbedder>(model.folder, model.device,
                                                     /*keepsEncoder=*/false);
    return model.texts->embed(word);
}

std::string classRange(std::int64_t classes) {
    return classes == 1 ? "the model has class 0 alone"
                        : "the model has classes 0 to " + std::to_string(classes - 1);
}

} // namespace

UNetCondition UNetCondition::expanded(std::int64_t count) const {
    return {text_BLD.expand({count, -1, -1}),
            classes_B.defined() ? classes_B.expand({count}) : torch::Tensor()};
}

std::int64_t classFrom(const std::string& word, std::int64_t classes) {
    const auto number = numberIn<std::int64_t>(word);
    if (!number || *number < 0 || *number >= classes)
        throw Error::invalidInput("there is no class \"" + word + "\"", classRange(classes));
    return *number;
}

UNetCondition conditionOf(LoadedModel& model, const std::vector<std::string>& words) {
    const auto count = static_cast<std::int64_t>(words.size());
    UNetCondition condition{model.emptyText_1LD.expand({count, -1, -1}), {}};
    const std::optional<ConditionKind> kind = weights::conditionKindOf(model.folder);
    if (!kind)
        return condition;
    if (*kind == ConditionKind::Class) {
        std::vector<std::int64_t> classes;
        for (const std::string& word : words)
            classes.push_back(word.empty() ? kNoClass
                                           : classFrom(word, model.unet->options().classes));
        condition.classes_B = torch::tensor(classes, torch::kInt64).to(model.device);
        return condition;
    }
    std::vector<torch::Tensor> texts;
    for (const std::string& word : words)
        texts.push_back(textOf(model, word));
    condition.text_BLD = torch::cat(texts);
    return condition;
}

Guidance guidanceOf(LoadedModel& model, const RunSettings& settings) {
    Guidance guidance{conditionOf(model, {settings.condition}), {}, settings.guidanceScale};
    if (!settings.condition.empty() && settings.guidanceScale != 1)
        guidance.untold = conditionOf(model, {""});
    return guidance;
}

std::string conditionWord(const ConditionOptions& options, const weights::ModelFolder& folder) {
    const std::optional<ConditionKind> kind = weights::conditionKindOf(folder);
    if (options.classLabel && kind != ConditionKind::Class)
        throw Error::invalidInput("a class is given, and the model knows no classes",
                                  "leave it out, or take a model that was trained with classes");
    if (!options.prompt.empty() && kind != ConditionKind::Text)
        throw Error::invalidInput("a prompt is given, and the model was not trained with texts",
                                  "leave it out, or take a model that was trained with them");
    if (!(options.guidanceScale >= 0 && std::isfinite(options.guidanceScale)))
        throw Error::invalidInput("a guidance scale of " + std::to_string(options.guidanceScale) +
                                      " is below 0, or no number",
                                  "take 1 for what was trained, or more to hold to the condition");
    if (options.guidanceScale != 1 && !options.classLabel && options.prompt.empty())
        throw Error::invalidInput("a guidance scale does nothing without a class or a prompt",
                                  "leave it out, or give one of both");
    if (!options.classLabel)
        return options.prompt;
    const std::string word = std::to_string(*options.classLabel);
    (void)classFrom(word, weights::classesOf(folder));
    return word;
}

torch::Tensor guided(const torch::Tensor& told, const torch::Tensor& untold, double scale) {
    return untold + scale * (told - untold);
}

} // namespace unlit::infer
