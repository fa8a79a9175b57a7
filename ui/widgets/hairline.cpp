#include "ui/widgets/hairline.h"

#include <QFrame>

namespace unlit::ui {

QFrame* makeHairline(QWidget* parent) {
    auto* line = new QFrame(parent);
    line->setObjectName(QStringLiteral("hairline"));
    line->setFixedHeight(1);
    return line;
}

} // namespace unlit::ui
