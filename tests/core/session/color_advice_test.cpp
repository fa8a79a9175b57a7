#include "core/session/infer/color_advice.h"

#include <gtest/gtest.h>

using namespace unlit;

namespace {

bool isWell(ColorSpace file, std::optional<ColorSpace> chosen,
            ColorSpace model = ColorSpace::Srgb) {
    return colorAdvice({file, chosen, model}).empty();
}

bool says(ColorSpace file, ColorSpace chosen, const std::string& words,
          ColorSpace model = ColorSpace::Srgb) {
    return colorAdvice({file, chosen, model}).find(words) != std::string::npos;
}

} // namespace

TEST(ColorAdvice, auto_and_what_the_file_says_are_well) {
    for (const ColorSpace space : {ColorSpace::Srgb, ColorSpace::Gamma22, ColorSpace::Linear,
                                   ColorSpace::AcesCg, ColorSpace::Raw}) {
        EXPECT_TRUE(isWell(space, std::nullopt));
        EXPECT_TRUE(isWell(space, space));
        EXPECT_TRUE(isWell(space, std::nullopt, ColorSpace::Gamma22));
    }
}

TEST(ColorAdvice, raw_is_well_only_where_the_file_is_as_the_model_wants_it) {
    EXPECT_TRUE(isWell(ColorSpace::Srgb, ColorSpace::Raw));
    EXPECT_TRUE(isWell(ColorSpace::Gamma22, ColorSpace::Raw, ColorSpace::Gamma22));
    EXPECT_TRUE(says(ColorSpace::Srgb, ColorSpace::Raw, "made for gamma 2.2", ColorSpace::Gamma22));
    EXPECT_TRUE(says(ColorSpace::Linear, ColorSpace::Raw, "file says scene-linear"));
}

TEST(ColorAdvice, a_choice_against_the_file_says_what_the_model_will_see) {
    EXPECT_TRUE(says(ColorSpace::Srgb, ColorSpace::Linear, "encoded twice"));
    EXPECT_TRUE(says(ColorSpace::Gamma22, ColorSpace::AcesCg, "encoded twice"));
    EXPECT_TRUE(says(ColorSpace::Linear, ColorSpace::Srgb, "too dark"));
    EXPECT_TRUE(says(ColorSpace::Srgb, ColorSpace::Gamma22, "0.02"));
    EXPECT_TRUE(says(ColorSpace::Linear, ColorSpace::AcesCg, "primaries"));
    EXPECT_TRUE(says(ColorSpace::Raw, ColorSpace::Srgb, "data"));
}
