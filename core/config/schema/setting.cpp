#include "core/config/schema/setting.h"

namespace unlit::config {

void forEachLeaf(const Setting& setting, const std::string& path,
                 const std::function<void(const Setting&, const std::string& path)>& visit) {
    if (setting.kind == SettingKind::Section) {
        if (setting.isPresent && !setting.isPresent())
            return;
        for (const Setting& child : setting.children())
            forEachLeaf(child, joinedPath(path, child.key), visit);
    } else if (setting.kind == SettingKind::SectionList) {
        for (std::size_t i = 0; i < setting.size(); ++i)
            for (const Setting& child : setting.element(i))
                forEachLeaf(child, joinedPath(path, std::to_string(i) + "." + child.key), visit);
    } else {
        visit(setting, path);
    }
}

} // namespace unlit::config
