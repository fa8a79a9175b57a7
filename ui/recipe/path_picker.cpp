#include "ui/recipe/path_picker.h"

#include "ui/kit/text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

QString askByDialog(QWidget* parent, bool isFile, const QString& start) {
    const auto title = [](const char* text) {
        return QCoreApplication::translate("PathPicker", text);
    };
    return isFile ? QFileDialog::getOpenFileName(
                        parent, title(QT_TRANSLATE_NOOP("PathPicker", "Choose a file")), start)
                  : QFileDialog::getExistingDirectory(
                        parent, title(QT_TRANSLATE_NOOP("PathPicker", "Choose a folder")), start);
}

bool isFolder(const fs::path& path) {
    std::error_code unknown;
    return path.is_absolute() && fs::is_directory(path, unknown);
}

} // namespace

PathPicker::PathPicker() : m_ask(askByDialog) {}

QString PathPicker::startOf(const QString& value, const fs::path& root) const {
    if (!value.isEmpty()) {
        const fs::path there = (root / toPath(value)).lexically_normal();
        // A file's folder, the folder around a folder's name: what is chosen anew stands beside it.
        const fs::path around = (there / "").parent_path().parent_path();
        for (const fs::path& folder : {around, there})
            if (isFolder(folder))
                return toQString(folder);
    }
    for (const fs::path& folder : {toPath(m_folder), m_home, root})
        if (isFolder(folder))
            return toQString(folder);
    return QDir::homePath();
}

QString PathPicker::pick(QWidget* parent, bool isFile, const QString& value, const fs::path& root) {
    const QString chosen = m_ask(parent, isFile, startOf(value, root));
    if (!chosen.isEmpty())
        m_folder = QFileInfo(chosen).path();
    return chosen;
}

} // namespace unlit::ui
