#include "core/weights/files/safetensors.h"

#include "core/base/error.h"
#include "core/weights/files/safetensors_writer.h"
#include "tests/core/weights/raw_safetensors.h"
#include "tests/support/file_text.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <iterator>

using namespace unlit;
using namespace unlit::weights;
using test::textOf;
using unlit::test::TempFolder;
using unlit::test::writeRawSafetensors;
namespace fs = std::filesystem;

namespace {

StateDict oneOfEach() {
    return {{"double", torch::tensor({0.1, -2.5}, torch::kDouble)},
            {"float", torch::tensor({0.1F, 3.0F, -1e30F}, torch::kFloat)},
            {"half", torch::tensor({0.5F, -2.0F}).to(torch::kHalf)},
            {"bfloat", torch::tensor({1.0F, 3.0F, 5.0F}).to(torch::kBFloat16)},
            {"long", torch::tensor({std::int64_t{1} << 60, std::int64_t{-1}}, torch::kLong)},
            {"int", torch::tensor({1, -2, 3}, torch::kInt)},
            {"short", torch::tensor({-300, 7}, torch::kShort)},
            {"char", torch::tensor({-128, 127, 0}, torch::kChar)},
            {"byte", torch::tensor({255, 0, 1, 2, 3}, torch::kByte)},
            {"bool", torch::tensor({1, 0, 1}).to(torch::kBool)},
            {"matrix", torch::arange(6, torch::kFloat).reshape({2, 3})},
            {"scalar", torch::full({}, 7.5F, torch::kFloat)},
            {"nothing", torch::empty({0, 4}, torch::kFloat)}};
}

} // namespace

TEST(Safetensors, reads_values_written_by_hand) {
    const TempFolder folder;
    const std::string header = R"({"__metadata__":{"format":"pt","made":"by hand"},)"
                               R"("h":{"dtype":"F16","shape":[2],"data_offsets":[12,16]},)"
                               R"("f":{"dtype":"F32","shape":[1,3],"data_offsets":[0,12]}})";
    // IEEE 754, little endian: 1, -2, 0.5; half 1.5 and -65504.
    const std::string data("\x00\x00\x80\x3f\x00\x00\x00\xc0\x00\x00\x00\x3f\x00\x3e\xff\xfb", 16);
    writeRawSafetensors(folder / "a.safetensors", header, data);
    const SafetensorsFile file(folder / "a.safetensors");
    EXPECT_EQ(file.names(), (std::vector<std::string>{"f", "h"}));
    EXPECT_EQ(file.metadata().at("made"), "by hand");
    EXPECT_EQ(file.info("f").shape, (std::vector<std::int64_t>{1, 3}));
    EXPECT_TRUE(torch::equal(file.tensor("f"), torch::tensor({{1.0F, -2.0F, 0.5F}})));
    EXPECT_TRUE(torch::equal(file.tensor("h"), torch::tensor({1.5F, -65504.0F}).to(torch::kHalf)));
    EXPECT_FALSE(file.has("g"));
    EXPECT_THROW(file.tensor("g"), Error);
}

TEST(Safetensors, returns_every_type_bit_for_bit) {
    const TempFolder folder;
    const StateDict written = oneOfEach();
    writeSafetensors(folder / "all.safetensors", written);
    const StateDict read = SafetensorsFile(folder / "all.safetensors").all();
    ASSERT_EQ(read.size(), written.size());
    for (const auto& [name, tensor] : written) {
        EXPECT_EQ(read.at(name).scalar_type(), tensor.scalar_type()) << name;
        EXPECT_TRUE(torch::equal(read.at(name), tensor)) << name;
    }
}

TEST(Safetensors, tensors_outlive_their_file_object_and_never_change_the_file) {
    const TempFolder folder;
    writeSafetensors(folder / "a.safetensors", {{"x", torch::ones({100'000})}});
    torch::Tensor tensor;
    {
        const SafetensorsFile file(folder / "a.safetensors");
        tensor = file.tensor("x");
    }
    tensor.mul_(3);
    EXPECT_EQ(tensor.sum().item<float>(), 300'000);
    EXPECT_EQ(SafetensorsFile(folder / "a.safetensors").tensor("x").sum().item<float>(), 100'000);
}

TEST(Safetensors, large_tensors_begin_anywhere_in_a_page) {
    const TempFolder folder;
    StateDict written;
    for (const std::int64_t size : {1, 5000, 70'000, 3, 1'000'001})
        written[std::to_string(size)] = torch::randn({size});
    writeSafetensors(folder / "a.safetensors", written);
    const StateDict read = SafetensorsFile(folder / "a.safetensors").all();
    for (const auto& [name, tensor] : written)
        EXPECT_TRUE(torch::equal(read.at(name), tensor)) << name;
}

TEST(Safetensors, reads_data_that_is_not_aligned) {
    const TempFolder folder;
    const std::string header = R"({"b":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},)"
                               R"("f":{"dtype":"F32","shape":[1],"data_offsets":[1,5]}})";
    writeRawSafetensors(folder / "odd.safetensors", header, std::string("\x07\x00\x00\x80\x3f", 5));
    const SafetensorsFile file(folder / "odd.safetensors");
    EXPECT_EQ(file.tensor("f").item<float>(), 1);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(file.tensor("f").data_ptr()) % 4, 0U);
}

TEST(Safetensors, writes_the_same_bytes_for_the_same_tensors) {
    const TempFolder folder;
    writeSafetensors(folder / "a.safetensors", oneOfEach());
    writeSafetensors(folder / "b.safetensors", oneOfEach());
    EXPECT_EQ(textOf(folder / "a.safetensors"), textOf(folder / "b.safetensors"));
}

TEST(Safetensors, writes_the_format_exactly) {
    const TempFolder folder;
    writeSafetensors(folder / "a.safetensors",
                     {{"u", torch::tensor({9}, torch::kByte)}, {"x", torch::tensor({1.0F})}});
    // The larger element comes first; the header is filled with spaces to a multiple of 8.
    std::string header = R"({"__metadata__":{"format":"pt"},)"
                         R"("x":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},)"
                         R"("u":{"dtype":"U8","shape":[1],"data_offsets":[4,5]}})";
    header.append((8 - header.size() % 8) % 8, ' ');
    const std::string expected =
        test::lengthBytes(header.size()) + header + std::string("\x00\x00\x80\x3f\x09", 5);
    EXPECT_EQ(textOf(folder / "a.safetensors"), expected);
}

TEST(Safetensors, stores_views_by_their_values) {
    const TempFolder folder;
    const torch::Tensor transposed = torch::arange(6, torch::kFloat).reshape({2, 3}).t();
    writeSafetensors(folder / "a.safetensors", {{"t", transposed}});
    EXPECT_TRUE(torch::equal(SafetensorsFile(folder / "a.safetensors").tensor("t"), transposed));
}

TEST(Safetensors, leaves_the_old_file_when_writing_fails) {
    const TempFolder folder;
    writeSafetensors(folder / "a.safetensors", {{"x", torch::ones({2})}});
    const std::string before = textOf(folder / "a.safetensors");
    const auto complexTensor = torch::zeros({1}, torch::kComplexFloat);
    EXPECT_THROW(writeSafetensors(folder / "a.safetensors", {{"x", complexTensor}}), Error);
    EXPECT_EQ(textOf(folder / "a.safetensors"), before);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(Safetensors, a_writer_without_all_its_tensors_leaves_nothing) {
    const TempFolder folder;
    {
        SafetensorsWriter writer(folder / "a.safetensors", {{"x", torch::kFloat, {2}}});
        EXPECT_THROW(writer.commit(), Error);
        EXPECT_THROW(writer.write(torch::ones({3})), Error);
    }
    EXPECT_TRUE(fs::is_empty(folder.path()));
}
