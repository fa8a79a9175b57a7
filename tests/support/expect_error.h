// Expects a piece of code to fail with one clear sentence.
#pragma once

#include "core/base/error.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace unlit::test {

/// The code throws unlit::Error of that kind, its message contains every given text, and there is a
/// hint what to do.
template <class Code>
void expectError(ErrorKind kind, const std::vector<std::string>& says, Code code) {
    try {
        code();
        ADD_FAILURE() << "no error";
    } catch (const Error& error) {
        const std::string message = error.what();
        EXPECT_EQ(error.kind(), kind) << message;
        for (const std::string& text : says)
            EXPECT_NE(message.find(text), std::string::npos)
                << "no '" << text << "' in: " << message;
        EXPECT_FALSE(error.hint().empty()) << message;
    }
}

/// The hint of the Error that the code throws; "" where it throws none.
template <class Code>
std::string hintOf(Code code) {
    try {
        code();
    } catch (const Error& error) {
        return error.hint();
    }
    ADD_FAILURE() << "no error";
    return {};
}

} // namespace unlit::test
