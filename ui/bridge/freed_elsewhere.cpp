#include "ui/bridge/freed_elsewhere.h"

#include <QThreadPool>

namespace unlit::ui {

void freeElsewhere(std::shared_ptr<const void> thing) {
    QThreadPool::globalInstance()->start([thing = std::move(thing)]() mutable { thing.reset(); });
}

} // namespace unlit::ui
