#include "core/config/setting_keys.h"

#include "core/config/schema/schema.h"

namespace unlit::config {

namespace {

void addKeys(const Setting& section, const std::string& path, std::vector<std::string>& keys) {
    for (const Setting& child : section.children()) {
        const std::string here = joinedPath(path, child.key);
        if (child.kind == SettingKind::Section) {
            if (child.setPresent)
                child.setPresent(true);
            addKeys(child, here, keys);
        } else {
            keys.push_back(here);
        }
    }
}

} // namespace

std::vector<std::string> settingKeys() {
    TrainConfig config;
    std::vector<std::string> keys;
    addKeys(schemaOf(config), "", keys);
    return keys;
}

} // namespace unlit::config
