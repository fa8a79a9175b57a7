// The rail at the left with the five pages.
#pragma once

#include <QButtonGroup>
#include <QFrame>
#include <QVBoxLayout>

namespace unlit::ui {

class PageRail : public QFrame {
    Q_OBJECT

public:
    explicit PageRail(QWidget* parent = nullptr);

    void addPage(const QString& title, const QString& icon, const QString& toolTip);
    void setCurrent(int page);

signals:
    void chosen(int page);

private:
    QVBoxLayout* m_column;
    QButtonGroup m_group;
};

} // namespace unlit::ui
