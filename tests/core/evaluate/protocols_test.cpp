// The cells of the table, and the published protocols that they follow.
#include "core/evaluate/protocols.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

using namespace unlit;
using namespace unlit::evaluate;

namespace {

std::vector<std::string> namesOf(const Cell& cell, const char* metric, ColorSpace encoding) {
    std::vector<std::string> names;
    for (const Protocol* protocol : protocolsOf(cell, metric, encoding))
        names.push_back(protocol->name);
    return names;
}

} // namespace

TEST(Cells, are_every_combination_once) {
    const std::vector<Cell> cells = allCells();
    EXPECT_EQ(cells.size(), 12U);
    EXPECT_EQ(std::set<Cell>(cells.begin(), cells.end()).size(), 12U);
}

TEST(Protocols, of_Marigold_need_its_own_curve) {
    const Cell cell{ScaleKind::None, Region::All, ValueSpace::Encoded};
    EXPECT_EQ(namesOf(cell, "psnr", ColorSpace::Gamma22),
              std::vector<std::string>{"Marigold-IID appearance"});
    EXPECT_TRUE(namesOf(cell, "psnr", ColorSpace::Srgb).empty());
    EXPECT_TRUE(namesOf(cell, "lmse", ColorSpace::Gamma22).empty());
}

TEST(Protocols, tell_windows_with_a_factor_for_each_channel_from_shared_ones) {
    const Cell own{ScaleKind::PerChannel, Region::Masked, ValueSpace::Linear};
    const Cell shared{ScaleKind::One, Region::Masked, ValueSpace::Linear};
    EXPECT_EQ(namesOf(own, "lmse", ColorSpace::Srgb),
              std::vector<std::string>{"MIT Intrinsic, LMSE of reflectance"});
    EXPECT_EQ(namesOf(shared, "lmse", ColorSpace::Srgb),
              std::vector<std::string>{"MIT Intrinsic, albedo MSE and LMSE"});
}
