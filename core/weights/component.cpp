#include "core/weights/component.h"

#include "core/base/error.h"
#include "core/weights/json_file.h"

#include <algorithm>
#include <array>
#include <vector>

namespace unlit::weights {

namespace fs = std::filesystem;

namespace {

struct KindFacts {
    ComponentKind kind;
    std::string_view what; ///< in sentences
    std::string_view configName;
    std::vector<std::string_view> classes; ///< known, the first is ours; empty = checked elsewhere
};

const KindFacts& factsOf(ComponentKind kind) {
    static const std::array<KindFacts, 5> facts = {{
        {ComponentKind::Unet, "UNet", "config.json", {"UNet2DConditionModel"}},
        {ComponentKind::Vae, "VAE", "config.json", {"AutoencoderKL"}},
        {ComponentKind::TextEncoder,
         "text encoder",
         "config.json",
         {"CLIPTextModel", "CLIPTextModelWithProjection", "CLIPModel"}},
        {ComponentKind::Tokenizer,
         "tokenizer",
         "tokenizer_config.json",
         {"CLIPTokenizer", "CLIPTokenizerFast"}},
        {ComponentKind::Scheduler, "scheduler", "scheduler_config.json", {}},
    }};
    return *std::find_if(facts.begin(), facts.end(),
                         [kind](const KindFacts& entry) { return entry.kind == kind; });
}

std::string textAt(const nlohmann::json& config, const std::string& key) {
    const auto found = config.find(key);
    return found != config.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// diffusers writes `_class_name`, transformers `architectures` or `tokenizer_class`.
std::string classIn(const nlohmann::json& config) {
    for (const char* const key : {"_class_name", "tokenizer_class"})
        if (std::string name = textAt(config, key); !name.empty())
            return name;
    const auto found = config.find("architectures");
    if (found != config.end() && found->is_array() && !found->empty() && (*found)[0].is_string())
        return (*found)[0].get<std::string>();
    return {};
}

void requireKnownClass(const KindFacts& facts, const std::string& className,
                       const fs::path& where) {
    if (facts.classes.empty() || className.empty() ||
        std::find(facts.classes.begin(), facts.classes.end(), className) != facts.classes.end())
        return;
    throw Error::unsupported(where.string() + ": the " + std::string(facts.what) + " class " +
                                 className + " is not one that this program can run",
                             "a " + std::string(facts.what) + " of class " +
                                 std::string(facts.classes.front()) + " is needed");
}

/// A CLIP folder may describe text and vision together; only the text is of use here.
void narrowToText(Component& component) {
    const auto text = component.config.find("text_config");
    if (text == component.config.end() || !text->is_object())
        return;
    nlohmann::json narrowed = *text;
    component.config = std::move(narrowed);
    component.className = "CLIPTextModel";
}

void requireVocabulary(const fs::path& folder) {
    if (!fs::exists(folder / "vocab.json") && !fs::exists(folder / "tokenizer.json")) {
        throw Error::notFound("the tokenizer in " + folder.string() + " has no vocab.json",
                              "copy the tokenizer's files from the original model");
    }
}

} // namespace

Component readComponent(ComponentKind kind, std::string name, const fs::path& folder,
                        const std::string& indexClass) {
    const KindFacts& facts = factsOf(kind);
    if (!fs::is_directory(folder)) {
        throw Error::notFound(
            "the " + std::string(facts.what) + " is missing: no folder " + folder.string(),
            "a model folder in the diffusers layout holds unet, vae, scheduler, text_encoder and "
            "tokenizer");
    }
    Component component;
    component.name = std::move(name);
    component.kind = kind;
    component.folder = folder;
    component.configFile = folder / facts.configName;
    requireKnownClass(facts, indexClass, folder.parent_path() / "model_index.json");
    if (kind == ComponentKind::Tokenizer) {
        requireVocabulary(folder);
        component.config = nlohmann::json::object(); // the file is optional
        if (!fs::exists(component.configFile)) {
            component.className = facts.classes.front();
            return component;
        }
    }
    component.config = readJsonObject(component.configFile);
    component.className = classIn(component.config);
    requireKnownClass(facts, component.className, component.configFile);
    if (component.className.empty())
        component.className = !indexClass.empty()      ? indexClass
                              : !facts.classes.empty() ? std::string(facts.classes.front())
                                                       : std::string();
    if (kind == ComponentKind::TextEncoder)
        narrowToText(component);
    return component;
}

std::int64_t wholeNumber(const Component& component, const std::string& key, std::int64_t missing,
                         std::int64_t least, std::int64_t most) {
    const auto found = component.config.find(key);
    if (found == component.config.end() || found->is_null())
        return missing;
    // A double first: an unsigned number past 2^63 would wrap.
    const bool fits = found->is_number_integer() &&
                      found->get<double>() >= static_cast<double>(least) &&
                      found->get<double>() <= static_cast<double>(most);
    if (!fits) {
        throw Error::invalidInput(component.configFile.string() + ": " + key + " is " +
                                      found->dump().substr(0, 60) +
                                      ", but must be a whole number from " + std::to_string(least) +
                                      " to " + std::to_string(most),
                                  "take the config of the original model");
    }
    return found->get<std::int64_t>();
}

} // namespace unlit::weights
