// The small program that people start: a splash while the studio loads, then the studio in its
// place.
#include "app/start/splash_request.h"
#include "tests/support/temp_folder.h"
#include "tests/support/wait_for.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QUuid>

#include <gtest/gtest.h>

#include <filesystem>

using namespace unlit;

namespace {

const QString kStart = QStringLiteral(UNLIT_STUDIO_START);

struct Ended {
    int exitCode = -1;
    QByteArray output;
    QByteArray errors;
};

/// `mark` stands in the environment of everything that is started.
Ended run(const QString& program, const QStringList& arguments, const QString& home,
          const QString& mark = {}) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name :
         {"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"})
        environment.insert(QString::fromLatin1(name), home);
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    environment.insert(QStringLiteral("UNLIT_TEST_MARK"), mark);
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    process.waitForFinished(120'000);
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

bool isAnyoneMarked(const QString& mark) {
    for (const QString& process : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
        QFile environment(QStringLiteral("/proc/%1/environ").arg(process));
        if (environment.open(QIODevice::ReadOnly) && environment.readAll().contains(mark.toUtf8()))
            return true;
    }
    return false;
}

} // namespace

TEST(Start, a_splash_stands_there_first_and_goes_with_the_first_frame) {
    const test::TempFolder home;
    const QString mark = QUuid::createUuid().toString();
    const Ended ended = run(kStart, {QStringLiteral("--first-paint")},
                            QString::fromStdString(home.path().string()), mark);
    ASSERT_EQ(ended.exitCode, 0) << ended.errors.toStdString();
    EXPECT_TRUE(ended.output.startsWith("splash\n")) << ended.output.toStdString();
    EXPECT_EQ(ended.output.count('\n'), 2) << "the studio tells its figures after it";
    EXPECT_TRUE(test::waitFor([&] { return !isAnyoneMarked(mark); })) << "the splash is gone";
}

TEST(Start, what_is_answered_in_the_terminal_has_no_splash) {
    const test::TempFolder home;
    const Ended ended =
        run(kStart, {QStringLiteral("--version")}, QString::fromStdString(home.path().string()));
    EXPECT_EQ(ended.exitCode, 0);
    EXPECT_TRUE(ended.output.startsWith("unlit-studio ")) << ended.output.toStdString();
    EXPECT_FALSE(wantsSplash({"--version"}));
    EXPECT_FALSE(wantsSplash({"--screenshot=out", "--page", "infer"}));
    EXPECT_FALSE(wantsSplash({"picture.exr", "-h"}));
}

TEST(Start, pictures_and_pages_have_one_where_there_is_a_screen) {
    ASSERT_TRUE(qEnvironmentVariableIsSet("QT_QPA_PLATFORM"));
    EXPECT_TRUE(wantsSplash({}));
    EXPECT_TRUE(wantsSplash({"picture.exr", "--theme", "light"}));
}

TEST(Start, the_exit_code_is_the_studios) {
    const test::TempFolder home;
    const Ended ended =
        run(kStart, {QStringLiteral("--nonsense")}, QString::fromStdString(home.path().string()));
    EXPECT_EQ(ended.exitCode, 2);
    EXPECT_TRUE(ended.errors.contains("nonsense")) << ended.errors.toStdString();
}

TEST(Start, a_half_installed_program_says_what_is_missing) {
    const test::TempFolder home;
    const auto alone = home.path() / "bin/unlit-studio";
    std::filesystem::create_directories(alone.parent_path());
    std::filesystem::copy_file(UNLIT_STUDIO_START, alone);
    const Ended ended = run(QString::fromStdString(alone.string()), {},
                            QString::fromStdString(home.path().string()));
    EXPECT_EQ(ended.exitCode, 1);
    EXPECT_TRUE(ended.errors.contains("libexec/unlit/unlit-studio")) << ended.errors.toStdString();
    EXPECT_TRUE(ended.errors.contains("Install the program again"));
}

#ifdef UNLIT_HAS_MODULES
TEST(Start, the_window_comes_without_the_engine) {
    namespace fs = std::filesystem;
    const test::TempFolder home;
    const fs::path built = fs::path(UNLIT_STUDIO_START).parent_path();
    for (const char* file :
         {"unlit-studio", "libexec/unlit/unlit-studio", "lib/unlit/libunlit.so"}) {
        fs::create_directories((home.path() / file).parent_path());
        fs::copy_file(built / file, home.path() / file);
    }
    const Ended ended =
        run(QString::fromStdString((home.path() / "unlit-studio").string()),
            {QStringLiteral("--first-paint")}, QString::fromStdString(home.path().string()));
    EXPECT_EQ(ended.exitCode, 0) << ended.errors.toStdString();
}
#endif
