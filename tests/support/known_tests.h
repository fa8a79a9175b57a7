// Whether ctest runs all that a test program has: the list of its tests is read from its sources
// (cmake/discover_suites.cmake), and what is missing there would never run.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace unlit::test {

/// $UNLIT_KNOWN_TESTS is "Suite.*:Suite.test"; without it, nobody asks. Says which tests are
/// missing there. After InitGoogleTest.
inline bool areAllTestsKnown() {
    const char* listed = std::getenv("UNLIT_KNOWN_TESTS");
    if (listed == nullptr)
        return true;
    const std::string known = ":" + std::string(listed) + ":";
    const auto isKnown = [&known](const std::string& name) {
        return known.find(":" + name + ":") != known.npos;
    };
    const testing::UnitTest& all = *testing::UnitTest::GetInstance();
    bool areAll = true;
    for (int i = 0; i < all.total_test_suite_count(); ++i) {
        const testing::TestSuite& suite = *all.GetTestSuite(i);
        for (int k = 0; k < suite.total_test_count() && !isKnown(suite.name() + std::string(".*"));
             ++k) {
            const std::string name = suite.name() + std::string(".") + suite.GetTestInfo(k)->name();
            if (isKnown(name))
                continue;
            std::fprintf(stderr, "ctest does not know %s: write TEST( at the margin of a source\n",
                         name.c_str());
            areAll = false;
        }
    }
    return areAll;
}

} // namespace unlit::test
