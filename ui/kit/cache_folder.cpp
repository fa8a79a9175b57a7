#include "ui/kit/cache_folder.h"

#include "ui/kit/text.h"

#include <QStandardPaths>

namespace unlit::ui {

std::filesystem::path cacheFolder(std::string_view name) {
    const QString base = QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation);
    return base.isEmpty() ? std::filesystem::path() : toPath(base) / "unlit" / name;
}

std::filesystem::path pastedFolder() {
    return cacheFolder("pasted");
}

} // namespace unlit::ui
