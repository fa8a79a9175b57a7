#include "ui/recipe/run_place.h"

#include "ui/kit/text.h"

#include <QFileInfo>
#include <QStandardPaths>

namespace unlit::ui {

namespace fs = std::filesystem;

fs::path runPlace(const fs::path& outputDir, const fs::path& recipeFolder) {
    if (outputDir.is_absolute())
        return outputDir.lexically_normal();
    const QFileInfo beside(toQString(recipeFolder));
    const bool isUsable = recipeFolder.is_absolute() && beside.isDir() && beside.isWritable();
    const fs::path start =
        isUsable
            ? recipeFolder
            : toPath(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)) / "Unlit";
    return (start / outputDir).lexically_normal();
}

} // namespace unlit::ui
