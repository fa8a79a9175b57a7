// A page that is not built yet: says plainly what it will be for.
#pragma once

#include <QLayout>
#include <QStringList>
#include <QWidget>

#include <vector>

namespace unlit::ui {

struct ComingPageText {
    QString icon;
    QString title;
    QString lead;       ///< one sentence: what one will do here
    QStringList points; ///< what it will hold
    QString meanwhile;  ///< what to do today
};

class ComingPage : public QWidget {
    Q_OBJECT

public:
    explicit ComingPage(const ComingPageText& text, QWidget* parent = nullptr);

private:
    QLayout* makeHeading(const ComingPageText& text);
    QLayout* makePoints(const QStringList& points);
};

/// The texts of Data, Train and Models, in that order.
std::vector<ComingPageText> comingPageTexts();

} // namespace unlit::ui
