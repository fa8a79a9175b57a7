// A folder of its own for each test, pictures in it, and a tiny model.
#pragma once

#include "core/image/image.h"
#include "tests/cli/process.h"

#include <nlohmann/json.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace unlit::test {

class CommandTest : public testing::Test {
protected:
    CommandTest();
    ~CommandTest() override;

    std::filesystem::path path(const std::string& name) const { return m_folder / name; }

    std::string text(const std::string& name) const { return path(name).string(); }

    /// A scene-linear EXR with a gradient; returns its path.
    std::string makePicture(const std::string& name, int width = 24, int height = 16) const;
    std::string makeFile(const std::string& name, const std::string& bytes) const;
    /// The folder that `unlit COMMAND… FOLDER` makes, under this name: run once in this process,
    /// and copied for each test.
    std::string made(const std::string& name, std::vector<std::string> command) const;
    /// A model folder with random weights; one that a test has taken away does not come back.
    std::string model();

    /// `unlit infer INPUTS… --model … --output out MORE…`: one step, 64 pixels.
    std::vector<std::string> inferArguments(const std::vector<std::string>& inputs,
                                            const std::vector<std::string>& more = {});
    ProcessResult infer(const std::vector<std::string>& inputs,
                        const std::vector<std::string>& more = {});

    /// Names of all files in a folder, hidden ones too, sorted; empty when it does not exist.
    std::vector<std::string> filesIn(const std::string& name) const;

private:
    std::filesystem::path m_folder;
    std::string m_model;
};

/// The one JSON object on stdout; fails the test when there is anything else.
nlohmann::json objectOf(const ProcessResult& result);

/// True when `text` is one line with an end.
bool isOneLine(const std::string& text);

} // namespace unlit::test
