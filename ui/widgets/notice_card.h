// What stands in the middle of an empty or failed view: a sign, what is the matter, the next step.
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QWidget>

namespace unlit::ui {

struct Notice {
    QString icon{};
    QString title{};
    QString text{};
    QString button{}; ///< the next step; empty = none
    bool isPrimary = false;
    QString otherButton{}; ///< empty = none
    bool isBad = false;
};

/// A plate in the colours of the theme; it stays in the middle of its parent, over all else there.
class NoticeCard : public QWidget {
    Q_OBJECT

public:
    explicit NoticeCard(QWidget* parent);
    void show(const Notice& notice);

signals:
    void clicked();
    void otherClicked();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void drawIcon();
    void moveToMiddle();

    Notice m_notice;
    QLabel* m_icon;
    QLabel* m_title;
    QLabel* m_text;
    QPushButton* m_button;
    QPushButton* m_other;
};

} // namespace unlit::ui
