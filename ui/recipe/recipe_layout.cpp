#include "ui/recipe/recipe_layout.h"

#include "core/config/schema/node.h"
#include "ui/kit/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <iterator>

namespace unlit::ui {

namespace {

constexpr const char* kContext = "RecipeLayout";
constexpr const char* kValidationSet = QT_TRANSLATE_NOOP("RecipeLayout", "Validation set %1");
constexpr const char* kShownSet = QT_TRANSLATE_NOOP("RecipeLayout", "Set to look at %1");

struct Essential {
    const char* pattern;
    const char* label;
};

constexpr std::array kEssentials = {
    Essential{"model.pretrained_path", QT_TRANSLATE_NOOP("RecipeLayout", "Start from")},
    Essential{"pipeline.kwargs.target_properties", QT_TRANSLATE_NOOP("RecipeLayout", "Targets")},
    Essential{"trainer.training_noise_scheduler.prediction_type",
              QT_TRANSLATE_NOOP("RecipeLayout", "Prediction")},
    Essential{"dataset.train.dir", QT_TRANSLATE_NOOP("RecipeLayout", "Training")},
    Essential{"dataset.train.filenames", QT_TRANSLATE_NOOP("RecipeLayout", "List of pairs")},
    Essential{"dataset.train.dataset_list.*.dir", QT_TRANSLATE_NOOP("RecipeLayout", "Folder")},
    Essential{"dataset.train.dataset_list.*.filenames",
              QT_TRANSLATE_NOOP("RecipeLayout", "List of pairs")},
    Essential{"dataset.val.*.dir", QT_TRANSLATE_NOOP("RecipeLayout", "Folder")},
    Essential{"dataset.val.*.filenames", QT_TRANSLATE_NOOP("RecipeLayout", "List of pairs")},
    Essential{"dataloader.effective_batch_size",
              QT_TRANSLATE_NOOP("RecipeLayout", "Effective batch")},
    Essential{"dataloader.max_train_batch_size", QT_TRANSLATE_NOOP("RecipeLayout", "At a time")},
    Essential{"gt_mask_type", QT_TRANSLATE_NOOP("RecipeLayout", "Mask")},
    Essential{"lr", QT_TRANSLATE_NOOP("RecipeLayout", "Learning rate")},
    Essential{"lr_scheduler.name", QT_TRANSLATE_NOOP("RecipeLayout", "Schedule")},
    Essential{"max_iter", QT_TRANSLATE_NOOP("RecipeLayout", "Iterations")},
    Essential{"lr_scheduler.kwargs.warmup_steps", QT_TRANSLATE_NOOP("RecipeLayout", "Warm-up")},
    Essential{"trainer.max_grad_norm", QT_TRANSLATE_NOOP("RecipeLayout", "Gradient clip")},
    Essential{"multi_res_noise", QT_TRANSLATE_NOOP("RecipeLayout", "Multi-resolution")},
    Essential{"multi_res_noise.strength", QT_TRANSLATE_NOOP("RecipeLayout", "Strength")},
    Essential{"trainer.validation_period", QT_TRANSLATE_NOOP("RecipeLayout", "Validate every")},
    Essential{"trainer.save_period", QT_TRANSLATE_NOOP("RecipeLayout", "Save every")},
    Essential{"run.name", QT_TRANSLATE_NOOP("RecipeLayout", "Run name")},
    Essential{"run.output_dir", QT_TRANSLATE_NOOP("RecipeLayout", "Output folder")},
    Essential{"run.device", QT_TRANSLATE_NOOP("RecipeLayout", "Device")},
};

/// Of a setting that every set of pairs has, where it is not essential.
struct SetLabel {
    const char* key;
    const char* label;
};

constexpr std::array kSetLabels = {
    SetLabel{"dir", QT_TRANSLATE_NOOP("RecipeLayout", "Folder")},
    SetLabel{"filenames", QT_TRANSLATE_NOOP("RecipeLayout", "List of pairs")},
    SetLabel{"disp_name", QT_TRANSLATE_NOOP("RecipeLayout", "Shown name")},
};

struct Group {
    const char* title;
    std::vector<std::string> starts; ///< of paths; the longest one that fits counts
};

const std::vector<Group>& groups() {
    static const std::vector<Group> kGroups = {
        {QT_TRANSLATE_NOOP("RecipeLayout", "Model"),
         {"model", "pipeline", "trainer.training_noise_scheduler", "trainer.timesteps",
          "trainer.name", "lora"}},
        {QT_TRANSLATE_NOOP("RecipeLayout", "Data"),
         {"dataset", "dataloader", "gt_mask_type", "augmentation", "prepare"}},
        {QT_TRANSLATE_NOOP("RecipeLayout", "Optimizer"),
         {"lr", "lr_scheduler", "max_iter", "max_epoch", "optimizer", "loss",
          "trainer.max_grad_norm", "ema"}},
        {QT_TRANSLATE_NOOP("RecipeLayout", "Noise"), {"multi_res_noise"}},
        {QT_TRANSLATE_NOOP("RecipeLayout", "Autoencoder"), {"autoencoder"}},
        {QT_TRANSLATE_NOOP("RecipeLayout", "Validation and checkpoints"),
         {"validation", "eval", "checkpoint", "trainer.validation_period",
          "trainer.visualization_period", "trainer.save_period", "trainer.backup_period"}},
        {QT_TRANSLATE_NOOP("RecipeLayout", "Run"), {"run", "trainer", "memory", "writers"}},
    };
    return kGroups;
}

bool isBelow(const std::string& path, const std::string& start) {
    return path.starts_with(start) && (path.size() == start.size() || path[start.size()] == '.');
}

/// With `*` for every index.
std::string patternOf(const std::string& path) {
    std::string pattern;
    for (const std::string& part : config::pathParts(path))
        pattern = config::joinedPath(pattern, config::listIndex(part) >= 0 ? "*" : part);
    return pattern;
}

QString inWords(std::string key) {
    std::ranges::replace(key, '_', ' ');
    QString text = toQString(key);
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text;
}

QString translated(const char* text) {
    return QCoreApplication::translate(kContext, text);
}

} // namespace

QStringList recipeGroups() {
    QStringList titles;
    for (const Group& group : groups())
        titles += translated(group.title);
    return titles;
}

int recipeGroupOf(const std::string& path) {
    std::size_t longest = 0;
    auto found = static_cast<int>(groups().size()) - 1;
    for (std::size_t i = 0; i < groups().size(); ++i) {
        for (const std::string& start : groups()[i].starts) {
            if (isBelow(path, start) && start.size() > longest) {
                longest = start.size();
                found = static_cast<int>(i);
            }
        }
    }
    return found;
}

std::vector<std::string> essentialPatterns() {
    std::vector<std::string> patterns;
    std::ranges::transform(kEssentials, std::back_inserter(patterns), &Essential::pattern);
    return patterns;
}

int essentialRank(const std::string& path) {
    const std::string pattern = patternOf(path);
    return static_cast<int>(std::ranges::find(kEssentials, pattern, &Essential::pattern) -
                            kEssentials.begin());
}

bool isEssential(const std::string& path) {
    return essentialRank(path) < static_cast<int>(kEssentials.size());
}

QString recipeLabel(const std::string& path) {
    const auto rank = static_cast<std::size_t>(essentialRank(path));
    if (rank < kEssentials.size())
        return translated(kEssentials[rank].label);
    const std::string key = config::pathParts(path).back();
    if (isBelow(path, "dataset"))
        for (const SetLabel& known : kSetLabels)
            if (key == known.key)
                return translated(known.label);
    return inWords(key);
}

QString recipeSubheading(const std::string& path) {
    const std::vector<std::string> parts = config::pathParts(path);
    QStringList words;
    std::size_t first = 0;
    if (parts.size() > 3 && parts[0] == "dataset" && config::listIndex(parts[2]) >= 0) {
        words += translated(parts[1] == "val" ? kValidationSet : kShownSet)
                     .arg(config::listIndex(parts[2]) + 1);
        first = 3;
    }
    for (std::size_t i = first; i + 1 < parts.size(); ++i) {
        if (parts[i] == "kwargs")
            continue;
        const long index = config::listIndex(parts[i]);
        if (index >= 0 && !words.isEmpty())
            words.last() += QStringLiteral(" %1").arg(index + 1);
        else
            words += inWords(parts[i]);
    }
    return words.join(QStringLiteral(" · "));
}

bool isLogarithmic(const config::Setting& setting) {
    constexpr double kSmall = 0.01; // what starts below it is thought of in powers of ten
    if (setting.kind != config::SettingKind::Number || !setting.isLeaf() ||
        !setting.meta.unit.empty() || !setting.meta.min || setting.meta.min->value < 0)
        return false;
    const config::Value standard = setting.get();
    if (const auto* number = std::get_if<double>(&standard))
        return *number > 0 && *number <= kSmall;
    return std::holds_alternative<std::monostate>(standard) && !setting.meta.max;
}

bool picksFile(const std::string& path) {
    return config::pathParts(path).back() == "filenames";
}

} // namespace unlit::ui
