#include "core/infer/device.h"

#include "core/base/error.h"
#include "core/nn/kernels/product_threads.h"

#include <gtest/gtest.h>

#include <torch/cuda.h>

#include <cstdlib>
#include <optional>
#include <thread>

namespace unlit::infer {

namespace {

std::optional<ErrorKind> kindThrownFor(std::string_view name) {
    try {
        parseDevice(name);
    } catch (const Error& error) {
        return error.kind();
    }
    return {};
}

} // namespace

TEST(Device, ParsesTheCpu) {
    EXPECT_TRUE(parseDevice("cpu").is_cpu());
    EXPECT_EQ(toString(parseDevice("cpu")), "cpu");
}

TEST(Device, AutoIsAlwaysSomething) {
    EXPECT_EQ(parseDevice("auto").is_cuda(), torch::cuda::is_available());
}

TEST(Device, RefusesNamesThatMeanNothing) {
    for (const auto* name : {"", "gpu", "CPU", "cuda:", "cuda:x", "cuda:-1", "cuda:1x"})
        EXPECT_EQ(kindThrownFor(name), ErrorKind::InvalidInput) << name;
}

TEST(Device, RefusesCudaDevicesThatAreNotThere) {
    const auto expected =
        torch::cuda::is_available() ? ErrorKind::NotFound : ErrorKind::Unsupported;
    EXPECT_EQ(kindThrownFor("cuda:4096"), expected);
}

TEST(Device, FindsBFloat16InTheListOfProcessorFlags) {
    EXPECT_TRUE(listsBFloat16("flags\t\t: fpu avx512f avx512_bf16 sse2\n"));
    EXPECT_TRUE(listsBFloat16("flags\t\t: fpu amx_bf16 amx_tile\n"));
    EXPECT_FALSE(listsBFloat16("flags\t\t: fpu avx2 avx512f f16c\n"));
}

TEST(Device, HalfPrecisionNeedsCuda) {
    EXPECT_THROW(resolvePrecision(Precision::Float16, torch::kCPU), Error);
    EXPECT_EQ(resolvePrecision(Precision::Float32, torch::kCPU), Precision::Float32);
    EXPECT_NE(resolvePrecision(Precision::Auto, torch::kCPU), Precision::Auto);
}

TEST(Device, Int8RunsOnTheProcessor) {
    EXPECT_EQ(resolvePrecision(Precision::Int8, torch::kCPU), Precision::Int8);
    EXPECT_THROW(resolvePrecision(Precision::Int8, torch::Device(torch::kCUDA, 0)), Error);
    // What flows between its layers is what auto would take.
    EXPECT_EQ(dtypeOf(Precision::Int8), dtypeOf(resolvePrecision(Precision::Auto, torch::kCPU)));
}

TEST(Device, SmallNetworksRunOnOneThread) {
    unsetenv("OMP_NUM_THREADS");
    EXPECT_EQ(threadsFor(1'000'000, 64), 1);
    EXPECT_EQ(threadsFor(865'000'000, 64 * 64),
              static_cast<int>(std::thread::hardware_concurrency()));
}

TEST(Device, SmallNetworksMultiplyOnOneThread) {
    unsetenv("OPENBLAS_NUM_THREADS");
    const int all = static_cast<int>(std::thread::hardware_concurrency());
    EXPECT_EQ(productThreadsFor(13'000'000), 1);
    EXPECT_EQ(productThreadsFor(865'000'000), all);
    if (nn::productThreads() == 0)
        GTEST_SKIP() << "torch does not multiply with OpenBLAS";
    const int before = nn::productThreads();
    { const ComputeScope scope(865'000'000, 64 * 64); }
    EXPECT_EQ(nn::productThreads(), all);
    { const ComputeScope scope(13'000'000, 64 * 64); }
    EXPECT_EQ(nn::productThreads(), 1);
    nn::setProductThreads(before);
}

TEST(Device, OpenBlasOwnVariableDecides) {
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
    const int before = nn::productThreads();
    EXPECT_EQ(productThreadsFor(13'000'000), before);
    EXPECT_EQ(productThreadsFor(865'000'000), before);
    unsetenv("OPENBLAS_NUM_THREADS");
}

TEST(Device, ComputingKeepsNoGradients) {
    {
        const ComputeScope scope(1);
        EXPECT_FALSE(torch::GradMode::is_enabled());
        EXPECT_EQ(at::get_num_threads(), 1);
    }
    EXPECT_TRUE(torch::GradMode::is_enabled());
}

} // namespace unlit::infer
