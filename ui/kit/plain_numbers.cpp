#include "ui/kit/plain_numbers.h"

#include <clocale>

namespace unlit::ui {

void keepNumbersPlain() {
    std::setlocale(LC_NUMERIC, "C");
}

} // namespace unlit::ui
