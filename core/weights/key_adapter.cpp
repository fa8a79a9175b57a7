#include "core/weights/key_adapter.h"

#include "core/base/error.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace unlit::weights {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kLegacyAttention = {{
    {".query.", ".to_q."},
    {".key.", ".to_k."},
    {".value.", ".to_v."},
    {".proj_attn.", ".to_out.0."},
}};

constexpr std::string_view kTextPrefix = "text_model.";
constexpr std::array<std::string_view, 4> kNotText = {"vision_model.", "visual_projection.",
                                                      "text_projection.", "logit_scale"};

void insert(StateDict& state, std::string name, torch::Tensor tensor,
            const std::filesystem::path& folder) {
    if (!state.emplace(name, std::move(tensor)).second) {
        throw Error::corrupt(folder, "the weights hold '" + name + "' in two spellings",
                             "download or export the model again");
    }
}

/// "….attentions.0.query.weight" -> "….attentions.0.to_q.weight"
std::string modernVaeName(const std::string& name) {
    if (name.find("attentions.") == std::string::npos)
        return name;
    for (const auto& [legacy, modern] : kLegacyAttention) {
        if (const std::size_t at = name.rfind(legacy); at != std::string::npos) {
            std::string renamed = name;
            return renamed.replace(at, legacy.size(), modern);
        }
    }
    return name;
}

bool isAttentionWeight(const std::string& name) {
    if (!name.ends_with(".weight"))
        return false;
    for (const auto& [legacy, modern] : kLegacyAttention)
        if (name.find(modern) != std::string::npos)
            return true;
    return false;
}

} // namespace

StateDict adaptVaeKeys(StateDict state, const std::filesystem::path& folder) {
    StateDict adapted;
    for (auto& [name, tensor] : state) {
        std::string modern = modernVaeName(name);
        const bool isConvolution = tensor.dim() == 4 && tensor.size(2) == 1 && tensor.size(3) == 1;
        if (isConvolution && isAttentionWeight(modern))
            tensor = tensor.flatten(1);
        insert(adapted, std::move(modern), std::move(tensor), folder);
    }
    return adapted;
}

StateDict adaptClipKeys(StateDict state, const std::filesystem::path& folder) {
    StateDict adapted;
    for (auto& [name, tensor] : state) {
        bool isText = !name.ends_with("position_ids");
        for (const std::string_view other : kNotText)
            isText = isText && !name.starts_with(other);
        if (!isText)
            continue;
        std::string prefixed =
            name.starts_with(kTextPrefix) ? name : std::string(kTextPrefix) + name;
        insert(adapted, std::move(prefixed), std::move(tensor), folder);
    }
    return adapted;
}

} // namespace unlit::weights
