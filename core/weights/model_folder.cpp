#include "core/weights/model_folder.h"

#include "core/weights/checkpoint_name.h"
#include "core/weights/folder_reader.h"
#include "core/weights/json_file.h"

namespace unlit::weights {

namespace fs = std::filesystem;

namespace {

/// The folder of a second UNet inside a model folder, such as a running mean of the weights of the
/// first. Who names the first one means the model, and is told so.
bool isUnetOfModel(const fs::path& folder) {
    std::error_code ignored;
    if (folder.filename() == "unet" || fs::exists(folder / kIndexName, ignored) ||
        !fs::is_regular_file(folder / "config.json", ignored) ||
        !fs::is_regular_file(folder.parent_path() / kIndexName, ignored))
        return false;
    try {
        const nlohmann::json config = readJsonObject(folder / "config.json");
        const auto name = config.find("_class_name");
        return name != config.end() && *name == "UNet2DConditionModel";
    } catch (const Error&) {
        return false; // said when it is opened as what it seems to be
    }
}

} // namespace

ModelFolder openModelFolder(const fs::path& path, const ComponentOverrides& overrides,
                            std::vector<Error>& faults) {
    const fs::path plain = existingCheckpoint(plainPath(path));
    if (overrides.unet || !isUnetOfModel(plain))
        return FolderReader(plain, overrides, faults).read();
    ComponentOverrides withUnet = overrides;
    withUnet.unet = plain;
    return FolderReader(plain.parent_path(), withUnet, faults).read();
}

ModelFolder openModelFolder(const fs::path& path, const ComponentOverrides& overrides) {
    std::vector<Error> faults;
    ModelFolder model = openModelFolder(path, overrides, faults);
    if (!faults.empty())
        throw faults.front();
    return model;
}

fs::path unlitFileOf(const ModelFolder& model) {
    return model.unet.folder.parent_path() / kUnlitName;
}

std::int64_t classesOf(const ModelFolder& model) {
    const auto found = model.unet.config.find("num_class_embeds");
    const bool isThere = found != model.unet.config.end() && found->is_number_integer();
    return isThere ? found->get<std::int64_t>() : 0;
}

std::optional<ConditionKind> conditionKindOf(const ModelFolder& model) {
    if (classesOf(model) > 0)
        return ConditionKind::Class;
    return model.unlit.seesText ? std::optional(ConditionKind::Text) : std::nullopt;
}

void requireImageInput(const ModelFolder& model) {
    if (model.seesImage)
        return;
    throw Error::invalidInput(
        "the UNet in " + model.unet.folder.string() + " takes " +
            std::to_string(wholeNumber(model.unet, "in_channels", 4)) +
            " channels, only the noise and no picture: it makes pictures from text and was never "
            "trained to take the light out of one",
        "use a trained model, or train this one first");
}

} // namespace unlit::weights
