// A field that opens a menu: its text stands at the left and is shortened where it does not fit.
#pragma once

#include <QMenu>
#include <QPushButton>

namespace unlit::ui {

class MenuField : public QPushButton {
    Q_OBJECT

public:
    explicit MenuField(QWidget* parent = nullptr);

    /// `mark` is never shortened away.
    void showText(const QString& text, const QString& mark = {});

    QMenu& fieldMenu() { return *m_menu; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void elide();

    QMenu* m_menu;
    QString m_text;
    QString m_mark;
};

} // namespace unlit::ui
