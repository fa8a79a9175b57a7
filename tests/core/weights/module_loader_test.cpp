#include "core/weights/module_loader.h"

#include "core/weights/files/safetensors.h"
#include "core/weights/files/safetensors_writer.h"
#include "tests/support/expect_error.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

using namespace unlit;
using namespace unlit::weights;
using unlit::test::expectError;

namespace {

struct TwoLayers : torch::nn::Module {
    TwoLayers() {
        first = register_parameter("first", torch::zeros({2, 3}));
        second = register_parameter("second", torch::zeros({4}));
        table = register_buffer("table", torch::zeros({2}));
    }

    torch::Tensor first, second, table;
};

StateDict fitting() {
    return {{"first", torch::arange(6, torch::kFloat).reshape({2, 3})},
            {"second", torch::full({4}, 0.5F)},
            {"table", torch::full({2}, 9.0F)}};
}

} // namespace

TEST(ModuleLoader, fills_parameters_and_buffers_by_name) {
    TwoLayers module;
    const LoadReport report = loadInto(module, fitting(), "net");
    EXPECT_TRUE(report.complete());
    EXPECT_EQ(report.loaded, 3U);
    EXPECT_EQ(report.sentence(), "");
    EXPECT_TRUE(torch::equal(module.first.detach(), fitting().at("first")));
    EXPECT_TRUE(torch::equal(module.table, fitting().at("table")));
    EXPECT_TRUE(module.first.requires_grad());
}

TEST(ModuleLoader, strict_loading_names_every_kind_of_fault_and_loads_nothing) {
    TwoLayers module;
    StateDict state = fitting();
    state.erase("second");
    state["table"] = torch::ones({3});
    state["third"] = torch::ones({1});
    expectError(ErrorKind::InvalidInput,
                {"some/unet", "1 tensor is missing (second)", "1 tensor is unknown (third)",
                 "1 tensor has another shape (table: [3] instead of [2])"},
                [&] { loadInto(module, state, "some/unet"); });
    EXPECT_EQ(module.first.abs().sum().item<float>(), 0);
}

TEST(ModuleLoader, partial_loading_takes_what_fits_and_reports_the_rest) {
    TwoLayers module;
    StateDict state = fitting();
    state["second"] = torch::ones({5});
    state["third"] = torch::ones({1});
    const LoadReport report = loadInto(module, state, "net", Strictness::Partial);
    EXPECT_EQ(report.loaded, 2U);
    EXPECT_EQ(report.unexpected, std::vector<std::string>{"third"});
    ASSERT_EQ(report.wrongShape.size(), 1U);
    EXPECT_EQ(report.wrongShape[0].found, std::vector<std::int64_t>{5});
    EXPECT_EQ(module.second.abs().sum().item<float>(), 0);
    EXPECT_EQ(module.first.sum().item<float>(), 15);
}

TEST(ModuleLoader, a_tensor_of_the_same_size_but_another_shape_does_not_fit) {
    TwoLayers module;
    StateDict state = fitting();
    state["first"] = torch::ones({3, 2});
    EXPECT_THROW(loadInto(module, state, "net"), Error);
    state["first"] = torch::ones({1}); // would broadcast
    EXPECT_THROW(loadInto(module, state, "net"), Error);
}

TEST(ModuleLoader, long_lists_are_cut_to_three_names) {
    LoadReport report;
    report.missing = {"a", "b", "c", "d", "e"};
    EXPECT_EQ(report.sentence(), "5 tensors are missing (a, b, c, …)");
}

TEST(ModuleLoader, the_parameter_keeps_its_type_whatever_the_file_has) {
    const test::TempFolder folder;
    const torch::Tensor values = torch::tensor({0.1F, -2.5F, 1e-3F, 3.0F});
    writeSafetensors(folder / "half.safetensors", {{"first", torch::ones({2, 3})},
                                                   {"second", values.to(torch::kHalf)},
                                                   {"table", torch::ones({2})}});
    TwoLayers module;
    loadInto(module, SafetensorsFile(folder / "half.safetensors").all(), "net");
    EXPECT_EQ(module.second.scalar_type(), torch::kFloat);
    EXPECT_TRUE(torch::equal(module.second.detach(), values.to(torch::kHalf).to(torch::kFloat)));

    TwoLayers brief;
    brief.to(torch::kBFloat16);
    loadInto(brief, fitting(), "net");
    EXPECT_EQ(brief.first.scalar_type(), torch::kBFloat16);
    EXPECT_EQ(brief.first.sum().item<float>(), 15);
}

TEST(ModuleLoader, loaded_weights_are_their_own_memory) {
    const test::TempFolder folder;
    writeSafetensors(folder / "a.safetensors", fitting());
    TwoLayers module;
    {
        const SafetensorsFile file(folder / "a.safetensors");
        loadInto(module, file.all(), "net");
    }
    std::filesystem::resize_file(folder / "a.safetensors", 0); // would be fatal for a live map
    EXPECT_EQ(module.first.sum().item<float>(), 15);
}
