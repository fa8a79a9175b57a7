#include "ui/window/window_help.h"

#include "core/base/log.h"
#include "core/base/version.h"
#include "core/session/installed_share.h"
#include "ui/kit/text.h"
#include "ui/viewer/viewer_action_table.h"
#include "ui/window/action_places.h"

#include <QDesktopServices>
#include <QFileInfo>
#include <QMessageBox>
#include <QUrl>

namespace unlit::ui {

namespace {

QString keysOfAction(const QAction& action) {
    return QKeySequence::listToString(action.shortcuts(), QKeySequence::NativeText)
        .replace(QStringLiteral("; "), QStringLiteral(", "));
}

KeyGroup keyGroupOf(const QString& title, const QList<QAction*>& actions) {
    KeyGroup group{title, {}};
    for (const QAction* action : actions)
        if (!action->shortcuts().isEmpty() && menuPlaceOf(*action) != MenuPlace::Picture)
            group.lines.emplace_back(keysOfAction(*action), action->text());
    return group;
}

void addViewerGroups(std::vector<KeyGroup>& groups) {
    for (const ViewerActionInfo& info : viewerActionTable()) {
        const QString title = WindowHelp::tr("Picture: %1").arg(info.group);
        if (groups.empty() || groups.back().title != title)
            groups.push_back({title, {}});
        groups.back().lines.emplace_back(
            keyText(info), info.count > 1 ? info.text.arg(QStringLiteral("1 … 9")) : info.text);
    }
    KeyGroup mouse{WindowHelp::tr("Picture: mouse"), {}};
    for (const ViewerGesture& gesture : viewerGestures())
        mouse.lines.emplace_back(gesture.gesture, gesture.effect);
    groups.push_back(mouse);
}

} // namespace

std::vector<KeyGroup> WindowHelp::keyGroups() const {
    std::vector<KeyGroup> groups{keyGroupOf(tr("Everywhere"), m_window.actions())};
    const auto add = [&](const QString& title, StudioPage page) {
        groups.push_back(keyGroupOf(title, m_pages.actionsOf(page)));
    };
    add(tr("Infer"), StudioPage::Infer);
    groups.push_back({tr("Infer: strokes"),
                      {{QStringLiteral("["), tr("Smaller brush")},
                       {QStringLiteral("]"), tr("Larger brush")},
                       {QStringLiteral("Esc"), tr("End drawing")},
                       {QStringLiteral("Delete"), tr("Remove the stroke chosen in the list")},
                       {tr("Right button, or Alt with the left one"), tr("Erase")}}});
    add(tr("Data"), StudioPage::Data);
    add(tr("Train"), StudioPage::Train);
    add(tr("Runs"), StudioPage::Runs);
    add(tr("Models"), StudioPage::Models);
    addViewerGroups(groups);
    return groups;
}

void WindowHelp::showKeys() {
    auto* dialog = new KeysDialog(keyGroups(), &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void WindowHelp::openDocumentation() {
    const auto share = installedShare(runningProgram(), "configs", {});
    openFile(share.empty() ? std::filesystem::path("README.md")
                           : share.parent_path().parent_path() / "doc/unlit/README.md");
}

void WindowHelp::openLog() {
    openFile(programLogFile());
}

void WindowHelp::openFile(const std::filesystem::path& file) {
    const QString path = toQString(file);
    if (!QFileInfo::exists(path))
        tell(tr("There is no file %1.").arg(path));
    else if (!QDesktopServices::openUrl(QUrl::fromLocalFile(path)))
        tell(tr("No program of this desktop opens %1.").arg(path));
}

void WindowHelp::showAbout() {
    tell(tr("Unlit Studio %1\nTakes the light out of pictures.").arg(toQString(version())));
}

void WindowHelp::tell(const QString& words) {
    auto* box = new QMessageBox(QMessageBox::Information, tr("Unlit Studio"), words,
                                QMessageBox::Ok, &m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

} // namespace unlit::ui
