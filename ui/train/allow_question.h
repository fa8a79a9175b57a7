// Programs of a recipe are started once somebody has allowed them.
#pragma once

#include <QDialog>
#include <QDialogButtonBox>
#include <QPlainTextEdit>

#include <functional>
#include <string>
#include <vector>

namespace unlit::ui {

/// All of each program can be read, however long: lines wrap anywhere, and the text scrolls. GUI
/// thread.
class AllowQuestion : public QDialog {
    Q_OBJECT

public:
    AllowQuestion(const std::vector<std::string>& programs, QWidget* parent);

    QString text() const { return m_text->toPlainText(); }

    /// AcceptRole: allow and start; RejectRole: neither, which Enter and Escape mean, too.
    QDialogButtonBox& buttons() { return *m_buttons; }

private:
    QPlainTextEdit* m_text;
    QDialogButtonBox* m_buttons;
};

/// Opens it and returns at once; it deletes itself. `allowed`: called when its Allow is pressed and
/// the programs are remembered. `failed`: in place of that, where they cannot be; in a catch.
AllowQuestion* openAllowQuestion(QWidget* parent, const std::vector<std::string>& programs,
                                 const std::function<void()>& allowed,
                                 const std::function<void()>& failed);

} // namespace unlit::ui
