#include "core/data/loader/jpeg_round_trip.h"

#include "core/base/error.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include <jpeglib.h>

namespace unlit::data {

namespace {

/// libjpeg ends the process on errors unless told otherwise; C++ exceptions may pass through it
/// because Debian and all usual builds compile it with unwind tables.
[[noreturn]] void throwError(j_common_ptr library) {
    std::string text(JMSG_LENGTH_MAX, '\0');
    library->err->format_message(library, text.data());
    throw Error::internal("libjpeg: " + std::string(text.c_str()));
}

class Compressor {
public:
    Compressor() {
        m_state.err = jpeg_std_error(&m_errors);
        m_errors.error_exit = throwError;
        jpeg_create_compress(&m_state);
    }

    ~Compressor() { jpeg_destroy_compress(&m_state); }

    Compressor(const Compressor&) = delete;
    Compressor& operator=(const Compressor&) = delete;

    jpeg_compress_struct* operator->() { return &m_state; }

    jpeg_compress_struct* get() { return &m_state; }

private:
    jpeg_compress_struct m_state{};
    jpeg_error_mgr m_errors{};
};

class Decompressor {
public:
    Decompressor() {
        m_state.err = jpeg_std_error(&m_errors);
        m_errors.error_exit = throwError;
        jpeg_create_decompress(&m_state);
    }

    ~Decompressor() { jpeg_destroy_decompress(&m_state); }

    Decompressor(const Decompressor&) = delete;
    Decompressor& operator=(const Decompressor&) = delete;

    jpeg_decompress_struct* operator->() { return &m_state; }

    jpeg_decompress_struct* get() { return &m_state; }

private:
    jpeg_decompress_struct m_state{};
    jpeg_error_mgr m_errors{};
};

/// Memory that libjpeg makes larger as it needs to.
struct Bytes {
    unsigned char* data = nullptr;
    unsigned long size = 0;

    ~Bytes() { std::free(data); }
};

void compress(std::vector<std::uint8_t>& pixels, int width, int height, int quality, Bytes& bytes) {
    Compressor jpeg;
    jpeg_mem_dest(jpeg.get(), &bytes.data, &bytes.size);
    jpeg->image_width = static_cast<JDIMENSION>(width);
    jpeg->image_height = static_cast<JDIMENSION>(height);
    jpeg->input_components = 3;
    jpeg->in_color_space = JCS_RGB;
    jpeg_set_defaults(jpeg.get());
    jpeg_set_quality(jpeg.get(), quality, TRUE);
    jpeg_start_compress(jpeg.get(), TRUE);
    for (std::size_t y = 0; y < static_cast<std::size_t>(height); ++y) {
        JSAMPROW row = pixels.data() + y * static_cast<std::size_t>(width) * 3;
        jpeg_write_scanlines(jpeg.get(), &row, 1);
    }
    jpeg_finish_compress(jpeg.get());
}

} // namespace

void jpegRoundTrip(std::vector<std::uint8_t>& pixels, int width, int height, int quality) {
    Bytes bytes;
    compress(pixels, width, height, quality, bytes);
    Decompressor jpeg;
    jpeg_mem_src(jpeg.get(), bytes.data, bytes.size);
    jpeg_read_header(jpeg.get(), TRUE);
    jpeg->out_color_space = JCS_RGB;
    jpeg_start_decompress(jpeg.get());
    for (std::size_t y = 0; y < static_cast<std::size_t>(height); ++y) {
        JSAMPROW row = pixels.data() + y * static_cast<std::size_t>(width) * 3;
        jpeg_read_scanlines(jpeg.get(), &row, 1);
    }
    jpeg_finish_decompress(jpeg.get());
}

} // namespace unlit::data
