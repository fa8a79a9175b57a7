#include "core/session/data/train_on_set.h"

#include "core/base/number_text.h"
#include "core/base/text.h"
#include "core/config/yaml/yaml_writer.h"

#include <algorithm>
#include <charconv>

namespace unlit {

namespace {

using config::Node;

constexpr int kMostWhole = 768; // pictures up to here are learnt from as they are
constexpr int kMostCrop = 512;
constexpr int kCropStep = 64;
constexpr int kLeastStep = 8; // what a VAE of three levels divides by

std::string numberText(double value) {
    char text[32];
    const auto [end, failure] = std::to_chars(std::begin(text), std::end(text), value);
    return failure == std::errc{} ? std::string(std::begin(text), end) : std::string("0");
}

Node setNode(const TrainOnSet& set, const std::filesystem::path& list, const std::string& name) {
    Node node = Node::emptyMap();
    node["disp_name"] = Node::quoted(name);
    node["dir"] = Node::quoted(set.root.string());
    node["filenames"] = Node::quoted(list.string());
    if (set.cropSize > 0)
        node["crop_size"] = Node::plain(std::to_string(set.cropSize));
    return node;
}

Node listOf(Node only) {
    Node list;
    list.kind = Node::Kind::List;
    list.list.push_back(std::move(only));
    return list;
}

} // namespace

std::int64_t cropSizeFor(const std::vector<data::PairReport>& reports) {
    int least = 0;
    int most = 0;
    bool isUniform = true;
    const data::PairReport* first = nullptr;
    for (const data::PairReport& report : reports) {
        if (report.width == 0)
            continue;
        if (first == nullptr) {
            first = &report;
            least = std::min(report.width, report.height);
        }
        isUniform = isUniform && report.width == first->width && report.height == first->height;
        least = std::min({least, report.width, report.height});
        most = std::max({most, report.width, report.height});
    }
    if (first == nullptr || (isUniform && most <= kMostWhole))
        return 0;
    const int step = least < kCropStep ? kLeastStep : kCropStep;
    return std::min(least / step * step, kMostCrop);
}

std::optional<SetCondition> conditionFor(const std::vector<std::string>& conditions) {
    std::optional<SetCondition> found;
    for (const std::string& condition : conditions) {
        if (condition.empty())
            continue;
        if (!found)
            found.emplace();
        const auto number = numberIn<std::int64_t>(condition);
        found->isText = found->isText || !number || *number < 0;
        found->classes = std::max(found->classes, number.value_or(0) + 1);
    }
    if (found && found->isText)
        found->classes = 0;
    return found;
}

std::string TrainOnSet::name() const {
    const std::string stem = (root / "").parent_path().stem().string();
    return stem.empty() ? "set" : stem;
}

std::string recipeFor(const TrainOnSet& set) {
    const std::string name = set.name();
    Node document = Node::emptyMap();
    if (!set.model.empty()) {
        document["model"] = Node::emptyMap();
        document["model"]["pretrained_path"] = Node::quoted(set.model.string());
    }
    if (set.loraRank > 0) {
        document["lora"] = Node::emptyMap();
        for (const char* key : {"rank", "alpha"})
            document["lora"][key] = Node::plain(std::to_string(set.loraRank));
    }
    Node& dataset = document["dataset"] = Node::emptyMap();
    dataset["train"] = setNode(set, set.list, name);
    if (!set.validation.empty()) {
        dataset["val"] = listOf(setNode(set, set.validation, name + "_val"));
        dataset["vis"] = listOf(setNode(set, set.validation, name + "_vis"));
    } else if (set.validationShare > 0) {
        dataset["valid_frac"] = Node::plain(numberText(set.validationShare));
        dataset["split_seed"] = Node::plain(std::to_string(set.splitSeed));
    }
    if (set.condition) {
        Node& condition = document["condition"] = Node::emptyMap();
        condition["kind"] = Node::plain(set.condition->isText ? "text" : "class");
        if (!set.condition->isText)
            condition["classes"] = Node::plain(std::to_string(set.condition->classes));
    }
    Node& trainer = document["trainer"] = Node::emptyMap();
    if (set.isOneStep)
        trainer["timesteps"] = Node::plain("last");
    if (set.validation.empty() && set.validationShare <= 0) {
        trainer["validation_period"] = Node::plain("0");
        trainer["visualization_period"] = Node::plain("0");
    }
    if (trainer.entries.empty())
        document.entries.pop_back();
    if (set.cropSize > 0) {
        document["augmentation"] = Node::emptyMap();
        document["augmentation"]["random_crop"] = Node::plain("true");
    }
    return "# Trains on " + name + ", as the Data page has left it.\n" + config::yamlText(document);
}

} // namespace unlit
