#include "core/weights/files/stored_type.h"

#include "tests/support/expect_error.h"

#include <gtest/gtest.h>

#include <torch/utils.h>

#include <limits>

using namespace unlit;
using namespace unlit::weights;

namespace {

torch::Tensor first(const WeightSource& source) {
    return source.tensor(source.specs.front());
}

} // namespace

TEST(StoredType, numbers_are_rounded_to_the_type_and_whole_numbers_stay) {
    // 1 + 2^-11 lies between two numbers of float16 and goes to the even one.
    const WeightSource half = storedAs(
        weightsOf({{"w", torch::tensor({1.0F + 0.00048828125F, 0.5F})}}), torch::kFloat16, "unet");
    EXPECT_EQ(half.specs.front().dtype, torch::kFloat16);
    EXPECT_TRUE(torch::equal(first(half), torch::tensor({1.0F, 0.5F}).to(torch::kFloat16)));
    EXPECT_EQ(byteCount(half), 4U);
    const WeightSource whole =
        storedAs(weightsOf({{"position_ids", torch::tensor({1, 2})}}), torch::kFloat16, "text");
    EXPECT_EQ(first(whole).scalar_type(), torch::kInt64);
}

TEST(StoredType, a_number_that_the_type_cannot_hold_is_refused_by_name) {
    const torch::Tensor large = torch::tensor({1.0F, 70000.0F});
    test::expectError(ErrorKind::InvalidInput, {"unet/conv_in.weight", "float16"}, [&] {
        first(storedAs(weightsOf({{"conv_in.weight", large}}), torch::kFloat16, "unet"));
    });
    EXPECT_NEAR(
        first(storedAs(weightsOf({{"w", large}}), torch::kBFloat16, "unet"))[1].item<float>(),
        70000.0F, 300.0F);
}
