#include "core/base/distinct_names.h"

#include <gmock/gmock.h>

using testing::ElementsAre;
using unlit::distinctNames;

TEST(DistinctNames, AreTheLastPartsWhereThoseDiffer) {
    EXPECT_THAT(distinctNames({"models/albedo", "/m/shading/", "input"}),
                ElementsAre("albedo", "shading", "input"));
    EXPECT_THAT(distinctNames({}), ElementsAre());
    EXPECT_THAT(distinctNames({"", "."}), ElementsAre("", "."));
}

TEST(DistinctNames, NameTheFolderInWhichPathsDiffer) {
    EXPECT_THAT(distinctNames({"out/r/checkpoint/iter_000020", "out/long/checkpoint/iter_000020",
                               "out/r/checkpoint/iter_000010"}),
                ElementsAre("r/iter_000020", "long/iter_000020", "iter_000010"));
    EXPECT_THAT(distinctNames({"latest", "run/latest"}), ElementsAre("latest", "run/latest"));
    EXPECT_THAT(distinctNames({"a/b/x", "a/c/x", "d/b/x"}), ElementsAre("a/b/x", "a/c/x", "d/b/x"));
}

TEST(DistinctNames, StayEqualForEqualPaths) {
    EXPECT_THAT(distinctNames({"a/x", "a/x", "b/x"}), ElementsAre("a/x", "a/x", "b/x"));
}
