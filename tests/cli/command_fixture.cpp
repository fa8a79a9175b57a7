#include "tests/cli/command_fixture.h"

#include "core/image/image_file.h"
#include "tests/support/folder_names.h"

#include <unistd.h>

#include <fstream>
#include <map>
#include <memory>

namespace unlit::test {

namespace fs = std::filesystem;

namespace {

/// What tests copy; goes when the process does.
struct Original {
    explicit Original(std::size_t number)
        : folder(fs::path(testing::TempDir()) /
                 ("unlit_cli_made_" + std::to_string(getpid()) + "_" + std::to_string(number))) {}

    ~Original() {
        std::error_code ignored;
        fs::remove_all(folder, ignored);
    }

    Original(const Original&) = delete;
    Original& operator=(const Original&) = delete;

    fs::path folder;
};

} // namespace

CommandTest::CommandTest() {
    const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
    m_folder = fs::path(testing::TempDir()) /
               ("unlit_cli_" + std::string(test.name()) + "_" + std::to_string(getpid()));
    fs::remove_all(m_folder);
    fs::create_directories(m_folder);
}

CommandTest::~CommandTest() {
    std::error_code ignored; // a folder that stays behind is no failure of what was tested
    fs::remove_all(m_folder, ignored);
}

std::string CommandTest::makePicture(const std::string& name, int width, int height) const {
    Image image = makeImage(width, height, {"R", "G", "B"}, ColorSpace::Linear);
    for (std::size_t i = 0; i < image.samples.size(); ++i)
        image.samples[i] =
            static_cast<float>(i % image.planeSize()) / static_cast<float>(image.planeSize());
    fs::create_directories(path(name).parent_path());
    writeImage(path(name), image, {FileFormat::Exr, false, true});
    return text(name);
}

std::string CommandTest::makeFile(const std::string& name, const std::string& bytes) const {
    fs::create_directories(path(name).parent_path());
    std::ofstream(path(name), std::ios::binary) << bytes;
    return text(name);
}

std::string CommandTest::made(const std::string& name, std::vector<std::string> command) const {
    // By command: a process takes a second to start.
    static std::map<std::string, std::unique_ptr<Original>> once;
    if (fs::exists(path(name)))
        return text(name);
    auto& original = once[testing::PrintToString(command)];
    if (!original) {
        original = std::make_unique<Original>(once.size());
        command.push_back(original->folder.string());
        const ProcessResult result = runUnlit(command);
        EXPECT_EQ(result.exitCode, 0) << result.errors;
    }
    fs::copy(original->folder, path(name), fs::copy_options::recursive);
    return text(name);
}

std::string CommandTest::model() {
    if (m_model.empty())
        m_model = made("model", {"model", "random", "--like", "tiny"});
    return m_model;
}

std::vector<std::string> CommandTest::inferArguments(const std::vector<std::string>& inputs,
                                                     const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"infer"};
    arguments.insert(arguments.end(), inputs.begin(), inputs.end());
    const std::vector<std::string> common = {"--model",  model(), "--output",         text("out"),
                                             "--steps",  "1",     "--precision",      "float32",
                                             "--device", "cpu",   "--processing-res", "64"};
    arguments.insert(arguments.end(), common.begin(), common.end());
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

ProcessResult CommandTest::infer(const std::vector<std::string>& inputs,
                                 const std::vector<std::string>& more) {
    return runUnlit(inferArguments(inputs, more));
}

std::vector<std::string> CommandTest::filesIn(const std::string& name) const {
    return fs::exists(path(name)) ? namesIn(path(name)) : std::vector<std::string>();
}

nlohmann::json objectOf(const ProcessResult& result) {
    nlohmann::json object = nlohmann::json::parse(result.output, nullptr, false);
    EXPECT_TRUE(object.is_object()) << "stdout: " << result.output;
    return object;
}

bool isOneLine(const std::string& text) {
    return !text.empty() && text.find('\n') == text.size() - 1;
}

} // namespace unlit::test
