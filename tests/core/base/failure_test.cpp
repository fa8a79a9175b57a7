#include "core/base/failure.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <new>

using namespace unlit;

namespace {

template <class Thrower>
Failure caught(Thrower thrower) {
    try {
        thrower();
    } catch (...) {
        return translateCurrentException();
    }
    return {};
}

} // namespace

TEST(Failure, keeps_kind_message_and_hint_of_our_own_errors) {
    const Failure failure =
        caught([] { throw Error::notFound("no layer 'x' in a.exr", "layers: a, b"); });
    EXPECT_EQ(failure.kind, ErrorKind::NotFound);
    EXPECT_EQ(failure.text(), "no layer 'x' in a.exr; layers: a, b");
}

TEST(Failure, full_disk_says_what_to_do) {
    const Failure failure = caught([] { throw Error::system(ENOSPC, "write", "out.exr"); });
    EXPECT_EQ(failure.kind, ErrorKind::Io);
    EXPECT_NE(failure.text().find("out.exr"), std::string::npos);
    EXPECT_NE(failure.hint.find("space"), std::string::npos);
}

TEST(Failure, memory_and_library_exceptions_are_told_apart) {
    EXPECT_EQ(caught([] { throw std::bad_alloc(); }).kind, ErrorKind::OutOfMemory);
    const Failure library =
        caught([] { throw std::runtime_error("shape mismatch\nframe #0: deep inside"); });
    EXPECT_EQ(library.kind, ErrorKind::Internal);
    EXPECT_EQ(library.message, "shape mismatch");
    EXPECT_EQ(caught([] { throw 3; }).kind, ErrorKind::Internal);
}
