#include "core/config/scheduled_keys.h"

#include "core/config/schema/schema.h"

namespace unlit::config {

std::vector<std::string> scheduledKeys() {
    TrainConfig config;
    config.multiResNoise.emplace();
    config.ema.emplace();
    config.earlyStopping.emplace();
    config.lossSpike.emplace();
    std::vector<std::string> keys;
    forEachLeaf(schemaOf(config), "", [&keys](const Setting& setting, const std::string& path) {
        if (setting.meta.canBeScheduled)
            keys.push_back(path);
    });
    return keys;
}

std::string scheduledKeysText() {
    std::string text;
    for (const std::string& key : scheduledKeys())
        text += (text.empty() ? "" : ", ") + key;
    return text;
}

bool isUnexpectedSchedule(const Node& node, const Setting& setting) {
    const bool isNumber = setting.kind == SettingKind::Whole || setting.kind == SettingKind::Number;
    return isNumber && node.kind == Node::Kind::List && !setting.meta.canBeScheduled;
}

} // namespace unlit::config
