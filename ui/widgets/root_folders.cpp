#include "ui/widgets/root_folders.h"

#include "ui/kit/text.h"

#include <QFileDialog>
#include <QMenu>

#include <algorithm>
#include <optional>
#include <utility>

namespace unlit::ui {

namespace {

/// "." for the root itself; nullopt for what lies elsewhere.
std::optional<std::filesystem::path> pathBelow(const QString& root,
                                               const std::filesystem::path& folder) {
    const auto below = folder.lexically_relative(toPath(root).lexically_normal());
    return below.empty() || *below.begin() == ".." ? std::nullopt : std::optional(below);
}

} // namespace

RootFolders::RootFolders(QWidget& window, QString title, QStringList fixed)
    : m_window(window), m_title(std::move(title)), m_fixed(std::move(fixed)) {}

void RootFolders::add(const QString& folder) {
    if (folder.isEmpty() || m_folders.contains(folder))
        return;
    m_folders += folder;
    emit changed();
}

void RootFolders::remove(const QString& folder) {
    if (m_folders.removeAll(folder) > 0)
        emit changed();
}

void RootFolders::addAround(const std::filesystem::path& inside) {
    const bool isFound = std::ranges::any_of(
        m_folders, [&](const QString& root) { return pathBelow(root, inside).has_value(); });
    if (!isFound)
        add(toQString(inside.parent_path()));
}

QString RootFolders::placeBelow(const std::filesystem::path& folder) const {
    QString place;
    for (const QString& root : m_folders)
        if (const auto below = pathBelow(root, folder); below && *below->begin() != ".")
            place = toQString(*below);
    return place;
}

void RootFolders::browse() {
    add(QFileDialog::getExistingDirectory(&m_window, m_title,
                                          m_folders.value(m_folders.size() - 1)));
}

void RootFolders::showMenu(const QPoint& globalPlace) {
    QMenu menu;
    for (const QString& root : m_fixed)
        menu.addAction(root)->setEnabled(false);
    if (!m_fixed.isEmpty())
        menu.addSeparator();
    for (const QString& root : m_folders)
        menu.addAction(tr("Forget %1").arg(root), this, [this, root] { remove(root); });
    if (m_fixed.isEmpty()) {
        if (m_folders.isEmpty())
            menu.addAction(tr("None yet"))->setEnabled(false);
        menu.addSeparator();
    }
    menu.addAction(tr("Add folder…"), this, [this] { browse(); });
    menu.exec(globalPlace - QPoint(0, menu.sizeHint().height()));
}

} // namespace unlit::ui
