// What the image tests share: a folder of their own, small pictures, and the sentence of an error.
#pragma once

#include "core/base/error.h"
#include "core/image/image.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>

namespace unlit {

/// An empty folder per test, removed afterwards.
class ImageFolderTest : public testing::Test {
protected:
    std::filesystem::path folder;

    void SetUp() override {
        const auto* info = testing::UnitTest::GetInstance()->current_test_info();
        folder = std::filesystem::path(testing::TempDir()) /
                 (std::string(info->test_suite_name()) + "." + info->name());
        std::filesystem::remove_all(folder);
        std::filesystem::create_directories(folder);
    }

    void TearDown() override { std::filesystem::remove_all(folder); }

    std::filesystem::path writeBytes(const std::string& name, const std::string& bytes) const {
        std::ofstream(folder / name, std::ios::binary) << bytes;
        return folder / name;
    }

    static std::string readBytes(const std::filesystem::path& path) {
        std::ifstream in(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }

    std::size_t entries() const {
        return static_cast<std::size_t>(
            std::distance(std::filesystem::directory_iterator(folder), {}));
    }
};

/// A colour picture whose samples count up from 0 by `step`, plane after plane.
inline Image countingImage(int width, int height, float step, ColorSpace space) {
    Image image = makeImage(width, height, {"R", "G", "B"}, space);
    for (std::size_t i = 0; i < image.samples.size(); ++i)
        image.samples[i] = static_cast<float>(i) * step;
    return image;
}

/// What `work` threw; fails the test if it threw nothing or something else.
inline Error errorOf(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        return error;
    } catch (const std::exception& other) {
        ADD_FAILURE() << "not an unlit::Error: " << other.what();
        return Error::internal("another exception");
    }
    ADD_FAILURE() << "nothing was thrown";
    return Error::internal("nothing was thrown");
}

} // namespace unlit
