// libpng reports failures by longjmp; here they become exceptions on our side of the jump.
#pragma once

#include <csetjmp>
#include <string>

#include <png.h>

namespace unlit {

/// Receives libpng's messages. Lives as long as the png_struct that points to it.
struct PngMessages {
    std::string error;

    static void onError(png_structp png, png_const_charp message) {
        static_cast<PngMessages*>(png_get_error_ptr(png))->error = message;
        png_longjmp(png, 1);
    }

    static void onWarning(png_structp, png_const_charp) {} // what matters stops the reading anyway
};

/// Runs `work` between setjmp and a possible longjmp; false after a failure. `work` must not own
/// anything that a jump would leak: plain pointers and numbers only.
template <class Work>
bool runPng(png_structp png, const Work& work) {
    if (setjmp(png_jmpbuf(png)) != 0)
        return false;
    work();
    return true;
}

} // namespace unlit
