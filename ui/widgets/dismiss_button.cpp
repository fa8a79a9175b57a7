#include "ui/widgets/dismiss_button.h"

#include "ui/theme/icon.h"

#include <QCoreApplication>
#include <QToolButton>

namespace unlit::ui {

namespace {

constexpr QSize kCrossSize{12, 12};

} // namespace

QToolButton* makeDismissButton(QWidget& message) {
    auto* button = new QToolButton(&message);
    button->setObjectName(QStringLiteral("iconButton"));
    button->setIcon(themedIcon(QStringLiteral("close")));
    button->setIconSize(kCrossSize);
    const QString words = QCoreApplication::translate("DismissButton", "Dismiss");
    button->setToolTip(words);
    button->setAccessibleName(words);
    QObject::connect(button, &QToolButton::clicked, &message, &QWidget::hide);
    return button;
}

} // namespace unlit::ui
