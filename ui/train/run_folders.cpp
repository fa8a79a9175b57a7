#include "ui/train/run_folders.h"

#include "core/base/shell_text.h"
#include "ui/kit/text.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QFileDialog>
#include <QGuiApplication>
#include <QUrl>

namespace unlit::ui {

namespace {

constexpr qsizetype kMostRecent = 8;

} // namespace

void RunFolders::remember(const std::filesystem::path& run) {
    const QString name = toQString(run);
    m_recent.removeAll(name);
    m_recent.prepend(name);
    m_recent = m_recent.mid(0, kMostRecent);
}

void RunFolders::browse() {
    const QString before = m_recent.value(0);
    const QString folder = QFileDialog::getExistingDirectory(
        &m_parts.window, tr("The folder of a run"),
        before.isEmpty() ? before : toQString(toPath(before).parent_path()));
    if (!folder.isEmpty())
        emit chosen(toPath(folder));
}

void RunFolders::openShown() const {
    const std::filesystem::path& run = m_parts.run.folder();
    if (!run.empty())
        QDesktopServices::openUrl(QUrl::fromLocalFile(toQString(run)));
}

void RunFolders::copyCommand() {
    const std::filesystem::path& run = m_parts.run.folder();
    if (run.empty())
        return;
    const std::string command = "unlit train --resume " + shellQuoted(run.string());
    QGuiApplication::clipboard()->setText(toQString(command));
    m_parts.message.say(MessageBar::Kind::Good, tr("Copied the command"), toQString(command));
}

} // namespace unlit::ui
