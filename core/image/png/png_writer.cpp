#include "core/image/image_writer.h"

#include "core/base/error.h"
#include "core/image/made_by.h"
#include "core/image/png/png_error.h"
#include "core/image/png/png_rows.h"

#include <algorithm>
#include <cmath>
#include <exception>

namespace unlit {

namespace {

/// Hands libpng's bytes to the atomic file. An exception must not cross libpng's frames: it is kept
/// and rethrown after the jump.
struct PngSink {
    AtomicFile* file = nullptr;
    std::exception_ptr failure;

    static void write(png_structp png, png_bytep bytes, std::size_t count) {
        auto* sink = static_cast<PngSink*>(png_get_io_ptr(png));
        try {
            sink->file->write(std::as_bytes(std::span(bytes, count)));
            return;
        } catch (...) {
            sink->failure = std::current_exception();
        }
        png_error(png, "write failed");
    }

    static void flush(png_structp) {}
};

class PngEncoder {
public:
    explicit PngEncoder(AtomicFile& file) {
        m_sink.file = &file;
        m_png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &m_messages, PngMessages::onError,
                                        PngMessages::onWarning);
        if (m_png == nullptr)
            throw std::bad_alloc();
        m_info = png_create_info_struct(m_png);
        png_set_write_fn(m_png, &m_sink, PngSink::write, PngSink::flush);
    }

    ~PngEncoder() { png_destroy_write_struct(&m_png, &m_info); }

    PngEncoder(const PngEncoder&) = delete;
    PngEncoder& operator=(const PngEncoder&) = delete;

    template <class Work>
    void run(const Work& work) const {
        if (runPng(m_png, work))
            return;
        if (m_sink.failure)
            std::rethrow_exception(m_sink.failure);
        throw Error::internal("cannot write PNG: " + m_messages.error);
    }

    png_structp png() const { return m_png; }

    png_infop info() const { return m_info; }

private:
    PngMessages m_messages;
    PngSink m_sink;
    png_structp m_png = nullptr;
    png_infop m_info = nullptr;
};

int pngColorType(const Image& image) {
    return (image.channelCount() == 1 ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB) |
           (image.mask.empty() ? 0 : PNG_COLOR_MASK_ALPHA);
}

void writeColorChunks(const PngEncoder& encoder, ColorSpace space) {
    encoder.run([&] {
        if (space == ColorSpace::Srgb)
            png_set_sRGB_gAMA_and_cHRM(encoder.png(), encoder.info(), PNG_sRGB_INTENT_PERCEPTUAL);
        else if (space == ColorSpace::Gamma22)
            png_set_gAMA(encoder.png(), encoder.info(), 1 / 2.2);
        else if (space == ColorSpace::Linear)
            png_set_gAMA(encoder.png(), encoder.info(), 1.0);
    });
}

void writeMark(const PngEncoder& encoder, std::string value) {
    std::string key = kMadeByKey;
    png_text text{};
    text.compression = PNG_TEXT_COMPRESSION_NONE;
    text.key = key.data();
    text.text = value.data();
    encoder.run([&] { png_set_text(encoder.png(), encoder.info(), &text, 1); });
}

void writeChunk(png_structp png, const char* name, std::span<const unsigned char> bytes) {
    png_write_chunk(png, reinterpret_cast<png_const_bytep>(name), bytes.data(), bytes.size());
}

void packRow(const Image& image, std::size_t y, bool isWide, std::span<unsigned char> row) {
    const auto width = static_cast<std::size_t>(image.width);
    std::vector<const float*> planes;
    planes.reserve(4);
    for (int c = 0; c < image.channelCount(); ++c)
        planes.push_back(image.plane(c).data() + y * width);
    if (!image.mask.empty())
        planes.push_back(image.mask.data() + y * width);
    std::size_t at = 0;
    for (std::size_t x = 0; x < width; ++x)
        for (const float* plane : planes) {
            const unsigned level = integerLevel(plane[x], isWide ? 65535.0F : 255.0F);
            if (isWide)
                row[at++] = static_cast<unsigned char>(level >> 8U);
            row[at++] = static_cast<unsigned char>(level & 0xFFU);
        }
}

} // namespace

unsigned integerLevel(float value, float largest) {
    const float clipped = value > 0 ? std::min(value, 1.0F) : 0.0F; // also turns NaN into 0
    return static_cast<unsigned>(std::lround(clipped * largest));
}

void writePng(AtomicFile& file, const Image& image, int bitsPerSample) {
    const PngEncoder encoder(file);
    encoder.run([&] {
        png_set_user_limits(encoder.png(), 0x7FFFFFFF, 0x7FFFFFFF);
        png_set_IHDR(encoder.png(), encoder.info(), static_cast<png_uint_32>(image.width),
                     static_cast<png_uint_32>(image.height), bitsPerSample, pngColorType(image),
                     PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    });
    writeColorChunks(encoder, image.space);
    if (const auto mark = image.metadata.find(kMadeByKey); mark != image.metadata.end())
        writeMark(encoder, mark->second);
    encoder.run([&] { png_write_info(encoder.png(), encoder.info()); });
    const bool isWide = bitsPerSample == 16;
    const auto samples =
        static_cast<std::size_t>(image.channelCount() + (image.mask.empty() ? 0 : 1));
    const std::size_t pixelBytes = samples * (isWide ? 2 : 1);
    // libpng writes the chunks, but deflates on one processor only.
    deflatePngRows(
        {image.height, static_cast<std::size_t>(image.width) * pixelBytes, pixelBytes},
        [&](int y, std::span<unsigned char> row) {
            packRow(image, static_cast<std::size_t>(y), isWide, row);
        },
        [&](std::span<const unsigned char> piece) {
            encoder.run([&] { writeChunk(encoder.png(), "IDAT", piece); });
        });
    encoder.run([&] { writeChunk(encoder.png(), "IEND", {}); });
}

} // namespace unlit
