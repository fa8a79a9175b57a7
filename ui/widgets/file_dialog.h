// File dialogs that do not stop the window.
#pragma once

#include <QFileDialog>

#include <filesystem>

namespace unlit::ui {

/// Deletes itself when it is closed; open() returns at once. Folders alone where `mode` asks for
/// one.
QFileDialog* makeFileDialog(QWidget& parent, const QString& title, QFileDialog::FileMode mode);

/// Opens the folder of a file in the desktop's file manager.
void showInFolder(const std::filesystem::path& file);

} // namespace unlit::ui
