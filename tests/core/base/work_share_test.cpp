// Items that several processes share out.
#include "core/base/work_share.h"

#include <gtest/gtest.h>

#include <vector>

using unlit::WorkShare;

TEST(WorkShare, each_item_belongs_to_one_process) {
    for (const int processes : {1, 2, 3, 7}) {
        for (std::size_t items = 0; items < 12; ++items) {
            std::vector<int> owners(items, 0);
            for (int number = 0; number < processes; ++number) {
                const WorkShare share{number, processes};
                for (std::size_t place = 0; place < share.count(items); ++place) {
                    ASSERT_LT(share.item(place), items);
                    EXPECT_TRUE(share.has(share.item(place)));
                    ++owners[share.item(place)];
                }
            }
            EXPECT_EQ(owners, std::vector<int>(items, 1)) << processes << " of " << items;
        }
    }
}

TEST(WorkShare, one_process_has_all) {
    EXPECT_TRUE(WorkShare().isWhole());
    EXPECT_EQ(WorkShare().count(5), 5U);
    EXPECT_FALSE((WorkShare{0, 2}.isWhole()));
}
