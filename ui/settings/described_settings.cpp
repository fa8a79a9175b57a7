#include "ui/settings/described_settings.h"

#include "core/base/error.h"
#include "core/base/log.h"
#include "core/config/schema/setting_makers.h"
#include "core/session/infer/output_names.h"
#include "core/session/infer/request_schema.h"
#include "ui/settings/earlier_settings.h"

namespace unlit::ui {

namespace {

const std::vector<std::pair<Quality, std::string>> kQualities = {{Quality::Draft, "draft"},
                                                                 {Quality::Standard, "standard"},
                                                                 {Quality::Best, "best"},
                                                                 {Quality::Custom, "custom"}};

const std::vector<std::pair<OutputKind, std::string>> kOutputKinds = {
    {OutputKind::LayeredHalf, "layered_half"},
    {OutputKind::ExrHalf, "exr_half"},
    {OutputKind::ExrFloat, "exr_float"},
    {OutputKind::Png16, "png16"},
    {OutputKind::Png8, "png8"},
    {OutputKind::Tiff, "tiff"},
    {OutputKind::Tiff16, "tiff16"},
    {OutputKind::LayeredFloat, "layered_float"},
    {OutputKind::AsInput, "as_input"}};

config::Option qtText(std::string key, QString& member) {
    return config::writtenOption(
        std::move(key), [&member] { return member.toStdString(); },
        [&member](const std::string& text) { member = QString::fromStdString(text); }, {}, {});
}

config::Option nameText(QString& name) {
    config::Option made = qtText("name", name);
    made.accepts = [](const config::Value& value) {
        checkOutputName(std::get<std::string>(value));
        return true;
    };
    return made;
}

} // namespace

config::Options describeInference(InferSettings& settings) {
    config::Options list{{config::choice("quality", settings.quality, kQualities, {}), {}}};
    for (config::Option& option : describe(settings.options))
        list.push_back(std::move(option));
    return list;
}

config::Options describe(OutputChoice& output) {
    return {{config::choice("kind", output.kind, kOutputKinds, {}), {}},
            qtText("folder", output.folder),
            nameText(output.name),
            {config::setting("uncertainty", output.uncertainty, {}), {}},
            {config::setting("sidecar", output.sidecar, {}), {}},
            {config::setting("skip_existing", output.skipExisting, {}), {}},
            {config::setting("save_when_done", output.saveWhenDone, {}), {}}};
}

void readStored(const config::Options& options, StoredTexts stored) {
    stored = withTodaysWords(std::move(stored));
    for (const config::Option& option : options) {
        const auto found = stored.find(option.key());
        // Nobody can see a seed below 0 here.
        if (found == stored.end() || (option.isUnsigned && found->second.starts_with('-')))
            continue;
        try {
            assignText(option, found->second);
        } catch (const Error&) {
            logSwallowed("taking the setting " + option.key());
        }
    }
}

} // namespace unlit::ui
