// Runs the tests of one process in a temporary folder of its own, which goes with it.
#include "tests/support/known_tests.h"
#include "tests/support/temporary_files.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

int main(int argc, char** argv) {
    unlit::test::keepTemporaryFilesInMemory();
    std::string folder = (std::filesystem::temp_directory_path() / "unlit-test-XXXXXX").string();
    if (mkdtemp(folder.data()) == nullptr)
        return 1;
    setenv("TEST_TMPDIR", folder.c_str(), 1); // what testing::TempDir() reads
    testing::InitGoogleTest(&argc, argv);
    const int result = unlit::test::areAllTestsKnown() ? RUN_ALL_TESTS() : 1;
    std::error_code ignored; // the tests have spoken; a folder that stays behind is no failure
    std::filesystem::remove_all(folder, ignored);
    return result;
}
