// Faults of a disk while settings and queue are written: the old file or the new one, never a part.
#include "ui/models/queue_store.h"
#include "ui/settings/studio_settings.h"

#include <QProcess>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <iostream>

namespace unlit::ui {

namespace {

const QString kFolder = QStringLiteral("UNLIT_TEST_FOLDER");

StudioSettings settingsWith(const QString& recipe) {
    StudioSettings settings;
    settings.recipe.last = recipe;
    settings.recentPictures = {recipe};
    return settings;
}

QByteArray queueWith(const std::filesystem::path& picture) {
    QueueItem item;
    item.path = picture;
    return queueJson({item});
}

std::filesystem::path queueIn(const QString& folder) {
    return std::filesystem::path(folder.toStdString()) / "queue.json";
}

QString settingsIn(const QString& folder) {
    return folder + QStringLiteral("/studio.ini");
}

/// What this very program says of it, with faults: "settings" and "queue", where they were written.
QByteArray writtenWith(const QString& fault, const QString& folder) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(kFolder, folder);
    environment.insert(QStringLiteral("LD_PRELOAD"), QStringLiteral(UNLIT_FAULTS));
    environment.insert(QStringLiteral("UNLIT_FAULT"), fault);
    environment.insert(QStringLiteral("UNLIT_FAULT_UNDER"), folder);
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral("/proc/self/exe"),
                  {QStringLiteral("--gtest_also_run_disabled_tests"),
                   QStringLiteral("--gtest_filter=SettingsFaults.DISABLED_TheProgramThatWrites")});
    EXPECT_TRUE(process.waitForFinished(60'000));
    return process.readAllStandardOutput();
}

} // namespace

TEST(SettingsFaults, DISABLED_TheProgramThatWrites) {
    const QString folder = qEnvironmentVariable(qPrintable(kFolder));
    if (folder.isEmpty())
        GTEST_SKIP() << "for the test below";
    if (saveSettings(settingsIn(folder), settingsWith(QStringLiteral("/new.yaml"))))
        std::cout << "settings are written\n";
    if (writeQueue(queueIn(folder), queueWith("/new.exr")).isEmpty())
        std::cout << "queue is written\n";
}

TEST(SettingsFaults, LeaveTheOldOnesOrTheNewOnes) {
    int failures = 0;
    for (const char* fault : {"write:28:1:on", "write:5:1", "write:5:2", "sync:5:1", "rename:13:1",
                              "rename:13:1:on", "short", "interrupt"}) {
        SCOPED_TRACE(fault);
        QTemporaryDir folder;
        ASSERT_TRUE(
            saveSettings(settingsIn(folder.path()), settingsWith(QStringLiteral("/old.yaml"))));
        ASSERT_TRUE(writeQueue(queueIn(folder.path()), queueWith("/old.exr")).isEmpty());
        const QByteArray said = writtenWith(QString::fromLatin1(fault), folder.path());
        const bool hasSettings = said.contains("settings are written");
        const bool hasQueue = said.contains("queue is written");
        failures += (hasSettings ? 0 : 1) + (hasQueue ? 0 : 1);
        const StudioSettings left = loadSettings(settingsIn(folder.path()));
        const QString expected =
            hasSettings ? QStringLiteral("/new.yaml") : QStringLiteral("/old.yaml");
        EXPECT_EQ(left.recipe.last.toStdString(), expected.toStdString());
        EXPECT_EQ(left, settingsWith(left.recipe.last)) << "not a part of it";
        const StoredQueue queue = readQueue(queueIn(folder.path()));
        ASSERT_EQ(queue.items.size(), 1U) << queue.problem.toStdString();
        EXPECT_EQ(queue.items[0].path, hasQueue ? "/new.exr" : "/old.exr");
        for (const QString& name : QDir(folder.path()).entryList(QDir::Files | QDir::Hidden))
            EXPECT_TRUE(name == u"studio.ini" || name == u"queue.json") << name.toStdString();
    }
    EXPECT_GE(failures, 6) << "nothing was tried";
}

} // namespace unlit::ui
