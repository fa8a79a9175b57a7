#include "ui/bridge/cache_folder.h"

#include "ui/bridge/text.h"

#include <QStandardPaths>

namespace unlit::ui {

std::filesystem::path cacheFolder(std::string_view name) {
    const QString base = QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation);
    return base.isEmpty() ? std::filesystem::path() : toPath(base) / "unlit" / name;
}

} // namespace unlit::ui
