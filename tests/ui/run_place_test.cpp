#include "ui/recipe/run_place.h"

#include "ui/kit/text.h"

#include <QStandardPaths>
#include <QTemporaryDir>

#include <gtest/gtest.h>

namespace unlit::ui {

namespace {

TEST(RunPlace, OfARelativeFolderIsBesideTheRecipe) {
    const QTemporaryDir folder;
    const std::filesystem::path recipes = toPath(folder.path());
    EXPECT_EQ(runPlace("./output", recipes), recipes / "output");
    EXPECT_EQ(runPlace("../runs", recipes), recipes.parent_path() / "runs");
    EXPECT_EQ(runPlace("/data/runs/", recipes), "/data/runs/");
}

TEST(RunPlace, IsAmongTheDocumentsWhereNothingCanBeWrittenBesideTheRecipe) {
    const std::filesystem::path documents =
        toPath(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation));
    EXPECT_EQ(runPlace("output", "/nowhere/to be found"), documents / "Unlit/output");
    EXPECT_EQ(runPlace("output", ""), documents / "Unlit/output");
}

} // namespace

} // namespace unlit::ui
