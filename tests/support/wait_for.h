// Waiting for what events bring.
#pragma once

#include <QTest>

#include <functional>

namespace unlit::test {

/// Lets events run until `isTrue`; false after two minutes. The limit is for what never comes: it
/// is far above what anything here takes on a busy machine.
inline bool waitFor(const std::function<bool()>& isTrue) {
    return QTest::qWaitFor(isTrue, 120'000);
}

} // namespace unlit::test
