// Labels and places on a contact sheet.
#include "core/evaluate/contact_sheet.h"

#include "core/evaluate/label_font.h"
#include "core/image/color/color.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace unlit;
using namespace unlit::evaluate;

namespace {

Image flat(int width, int height, float value) {
    Image image = makeImage(width, height, {"R", "G", "B"}, ColorSpace::Linear);
    std::ranges::fill(image.samples, value);
    return image;
}

std::size_t count(const Image& image, float value) {
    const auto plane = image.plane(1);
    return static_cast<std::size_t>(
        std::ranges::count_if(plane, [value](float v) { return std::abs(v - value) < 1e-4F; }));
}

} // namespace

TEST(LabelFont, draws_letters_of_five_by_seven_dots) {
    Image image = flat(20, 9, 0);
    drawLabel(image, "l-", 1, 1, 20, 1);
    std::string drawn;
    for (int y = 1; y < 8; ++y) {
        for (int x = 1; x < 12; ++x)
            drawn += image.samples[static_cast<std::size_t>(y * 20 + x)] > 0 ? '#' : '.';
        drawn += '\n';
    }
    EXPECT_EQ(drawn, "#..........\n"
                     "#..........\n"
                     "#..........\n"
                     "#......###.\n"
                     "#..........\n"
                     "#..........\n"
                     "#####......\n");
}

TEST(LabelFont, ends_where_its_room_ends) {
    Image image = flat(20, 9, 0);
    drawLabel(image, "LLL", 1, 1, 12, 1);
    EXPECT_EQ(count(image, 1), 22U) << "two letters of eleven dots";
}

TEST(ContactSheet, has_a_row_for_each_picture_and_a_column_for_each_label) {
    ContactSheet sheet({"input", "model", "truth"});
    EXPECT_TRUE(sheet.empty());
    sheet.put(4, 0, flat(384, 192, 0.2F));
    sheet.put(4, 2, flat(384, 192, 0.5F));
    sheet.put(1, 1, flat(96, 96, 0.05F));
    const Image drawn = sheet.draw();
    EXPECT_EQ(drawn.width, 8 + 3 * (ContactSheet::kTile + 8));
    EXPECT_EQ(drawn.space, ColorSpace::Srgb);
    EXPECT_EQ(count(drawn, encodeSrgb(0.2F)), 192U * 96);
    EXPECT_EQ(count(drawn, encodeSrgb(0.5F)), 192U * 96);
    EXPECT_EQ(count(drawn, encodeSrgb(0.05F)), 96U * 96) << "small pictures stay as they are";
    const auto plane = drawn.plane(0);
    const auto first = std::ranges::find_if(
        plane, [](float v) { return std::abs(v - encodeSrgb(0.05F)) < 1e-4F; });
    const auto second =
        std::ranges::find_if(plane, [](float v) { return std::abs(v - encodeSrgb(0.2F)) < 1e-4F; });
    EXPECT_LT(first, second) << "rows in the order of the set";
}
