// Tells the desktop that something has ended, to a user who looks elsewhere.
#pragma once

#include <QObject>
#include <QString>
#include <QSystemTrayIcon>

#include <functional>
#include <memory>

namespace unlit::ui {

/// GUI thread. Where the desktop takes no notices nothing happens: the window says the same.
class DesktopNotice : public QObject {
    Q_OBJECT

public:
    using Show = std::function<void(const QString& title, const QString& text, bool isBad)>;

    explicit DesktopNotice(QObject* parent = nullptr);

    /// What shows a notice instead of the desktop; tests put in their own.
    void setShow(Show show) { m_show = std::move(show); }

    void tell(const QString& title, const QString& text, bool isBad) { m_show(title, text, isBad); }

signals:
    /// The user wants to see.
    void clicked();

private:
    void showInTray(const QString& title, const QString& text, bool isBad);

    Show m_show;
    std::unique_ptr<QSystemTrayIcon> m_tray; ///< in the tray only as long as there is a notice
};

} // namespace unlit::ui
