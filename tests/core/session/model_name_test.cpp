#include "core/session/models/model_name.h"

#include <gtest/gtest.h>

using namespace unlit;

TEST(ModelName, is_the_folders_own_unless_that_says_nothing) {
    EXPECT_EQ(modelNameOf("/models/unlit-small"), "unlit-small");
    EXPECT_EQ(modelNameOf("/models/unlit-small/"), "unlit-small");
    EXPECT_EQ(modelNameOf("unlit-small"), "unlit-small");
    EXPECT_EQ(modelNameOf("/output/chairs/checkpoint/latest"), "chairs · latest");
    EXPECT_EQ(modelNameOf("/output/chairs/checkpoint/iter_000400/"), "chairs · iter_000400");
    EXPECT_EQ(modelNameOf("/hub/models--prs-eth--marigold-iid/snapshots/0123abcd"),
              "prs-eth/marigold-iid");
    EXPECT_EQ(modelNameOf("/hub/models--lone/snapshots/0123abcd"), "lone");
}

TEST(ModelName, paths_that_are_nearly_such_keep_their_names) {
    EXPECT_EQ(modelNameOf("/hub/datasets--a--b/snapshots/0123"), "0123");
    EXPECT_EQ(modelNameOf("checkpoint/latest"), "latest");
    EXPECT_EQ(modelNameOf("/checkpoint/latest"), "latest");
    EXPECT_EQ(modelNameOf("/"), "/");
    EXPECT_EQ(modelNameOf(""), "");
}
