// main of the window tests: one application for all of them, without a screen.
#include "tests/support/known_tests.h"
#include "tests/support/temporary_files.h"
#include "ui/kit/plain_numbers.h"
#include "ui/settings/language.h"

#include <QApplication>

#include <gtest/gtest.h>

int main(int argc, char** argv) {
    unlit::test::keepTemporaryFilesInMemory();
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    testing::InitGoogleTest(&argc, argv);
    QApplication application(argc, argv);
    unlit::ui::keepNumbersPlain();
    unlit::ui::installLanguage(application, unlit::ui::Language::English);
    return unlit::test::areAllTestsKnown() ? RUN_ALL_TESTS() : 1;
}
