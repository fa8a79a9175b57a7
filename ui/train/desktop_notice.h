// Tells the desktop that something has ended, to a user who looks elsewhere.
#pragma once

#include <QObject>
#include <QString>
#include <QSystemTrayIcon>

#include <memory>

namespace unlit::ui {

/// GUI thread. Where the desktop takes no notices nothing happens: the window says the same.
class DesktopNotice : public QObject {
    Q_OBJECT

public:
    explicit DesktopNotice(QObject* parent = nullptr) : QObject(parent) {}

    void tell(const QString& title, const QString& text, bool isBad);

signals:
    /// The user wants to see.
    void clicked();

private:
    std::unique_ptr<QSystemTrayIcon> m_tray; ///< in the tray only as long as there is a notice
};

} // namespace unlit::ui
