#include "ui/widgets/file_dialog.h"

#include "ui/kit/text.h"

#include <QDesktopServices>
#include <QUrl>

namespace unlit::ui {

QFileDialog* makeFileDialog(QWidget& parent, const QString& title, QFileDialog::FileMode mode) {
    auto* dialog = new QFileDialog(&parent, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(mode);
    if (mode == QFileDialog::Directory)
        dialog->setOption(QFileDialog::ShowDirsOnly);
    return dialog;
}

void showInFolder(const std::filesystem::path& file) {
    QDesktopServices::openUrl(QUrl::fromLocalFile(toQString(file.parent_path())));
}

} // namespace unlit::ui
