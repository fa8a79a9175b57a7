#include "ui/widgets/root_folders.h"

#include <QSignalSpy>

#include <gtest/gtest.h>

namespace unlit::ui {

namespace {

TEST(RootFolders, EachStandsOnceAndIsToldOf) {
    QWidget window;
    RootFolders roots(window, QStringLiteral("Choose"));
    const QSignalSpy changes(&roots, &RootFolders::changed);
    roots.add(QStringLiteral("/runs"));
    roots.add(QStringLiteral("/runs"));
    roots.add({});
    EXPECT_EQ(roots.folders(), QStringList{QStringLiteral("/runs")});
    EXPECT_EQ(changes.size(), 1);
    roots.remove(QStringLiteral("/elsewhere"));
    EXPECT_EQ(changes.size(), 1);
    roots.remove(QStringLiteral("/runs"));
    EXPECT_TRUE(roots.folders().isEmpty());
    EXPECT_EQ(changes.size(), 2);
}

TEST(RootFolders, TheFolderAroundARunComesUnlessItIsLookedThroughAlready) {
    QWidget window;
    RootFolders roots(window, QStringLiteral("Choose"));
    roots.set({QStringLiteral("/runs")});
    roots.addAround("/runs/sweep/one");
    roots.addAround("/runs");
    EXPECT_EQ(roots.folders(), QStringList{QStringLiteral("/runs")});
    roots.addAround("/runs2/one"); // begins with the same letters, and lies elsewhere
    EXPECT_EQ(roots.folders(), QStringList({QStringLiteral("/runs"), QStringLiteral("/runs2")}));
}

TEST(RootFolders, APlaceIsSaidFromTheLastFolderThatHoldsIt) {
    QWidget window;
    RootFolders roots(window, QStringLiteral("Choose"));
    roots.set({QStringLiteral("/runs"), QStringLiteral("/runs/sweep/")});
    EXPECT_EQ(roots.placeBelow("/runs/sweep/one"), QStringLiteral("one"));
    EXPECT_EQ(roots.placeBelow("/runs/other/two"), QStringLiteral("other/two"));
    EXPECT_EQ(roots.placeBelow("/runs"), QString()); // all of it
    EXPECT_EQ(roots.placeBelow("/elsewhere/one"), QString());
}

} // namespace

} // namespace unlit::ui
