#include "ui/train/desktop_notice.h"

#include <QTimer>

namespace unlit::ui {

DesktopNotice::DesktopNotice(QObject* parent)
    : QObject(parent), m_show([this](const QString& title, const QString& text, bool isBad) {
          showInTray(title, text, isBad);
      }) {}

void DesktopNotice::showInTray(const QString& title, const QString& text, bool isBad) {
    if (!QSystemTrayIcon::isSystemTrayAvailable() || !QSystemTrayIcon::supportsMessages())
        return;
    if (!m_tray) {
        m_tray =
            std::make_unique<QSystemTrayIcon>(QIcon(QStringLiteral(":/icons/unlit-studio.svg")));
        connect(m_tray.get(), &QSystemTrayIcon::messageClicked, this, &DesktopNotice::clicked);
        connect(m_tray.get(), &QSystemTrayIcon::activated, this, &DesktopNotice::clicked);
    }
    constexpr int kShownMs = 20'000;
    m_tray->show();
    m_tray->showMessage(title, text,
                        isBad ? QSystemTrayIcon::Warning : QSystemTrayIcon::Information, kShownMs);
    QTimer::singleShot(kShownMs, m_tray.get(), &QSystemTrayIcon::hide);
}

} // namespace unlit::ui
