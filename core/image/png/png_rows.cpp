#include "core/image/png/png_rows.h"

#include "core/base/error.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <future>
#include <thread>
#include <vector>

#include <zlib.h>

namespace unlit {

namespace {

/// Enough for a deflate window to be full most of the time, few enough for all processors to work.
constexpr std::size_t kBandBytes = std::size_t{1} << 20;
/// Twice as fast as zlib's usual level on pictures of 16 bits, and files are 2 % larger.
constexpr int kLevel = 4;

using Bytes = std::vector<unsigned char>;
using PackRow = std::function<void(int y, std::span<unsigned char> row)>;

struct Band {
    Bytes deflated; ///< ends at a byte
    uLong adler = 0;
    std::size_t rawBytes = 0;
};

enum Filter : unsigned char { None, Sub, Up, Average, Paeth, kFilterCount };

unsigned char paeth(int left, int above, int corner) {
    const int toLeft = std::abs(above - corner);
    const int toAbove = std::abs(left - corner);
    const int toCorner = std::abs(left + above - 2 * corner);
    if (toLeft <= toAbove && toLeft <= toCorner)
        return static_cast<unsigned char>(left);
    return static_cast<unsigned char>(toAbove <= toCorner ? above : corner);
}

/// Rows of one band, filtered as they come.
class RowFilter {
public:
    explicit RowFilter(const PngRowFormat& format) : m_pixelBytes(format.pixelBytes) {
        // As many zeros before a row as filters look back.
        m_above.assign(format.rowBytes + m_pixelBytes, 0);
        m_row.assign(format.rowBytes + m_pixelBytes, 0);
        for (Bytes& candidate : m_candidates)
            candidate.assign(format.rowBytes + 1, 0);
    }

    std::span<unsigned char> row() { return std::span(m_row).subspan(m_pixelBytes); }

    /// The row becomes the one above; no filter is applied.
    void skip() { std::swap(m_row, m_above); }

    /// The filter's byte and the filtered samples: of those filters the one with the least sum of
    /// absolute differences, as the standard advises for pictures.
    const Bytes& filtered() {
        std::size_t best = Sub;
        std::uint64_t least = UINT64_MAX;
        for (const unsigned char filter : {Sub, Up, Average, Paeth}) {
            const std::uint64_t sum = apply(filter);
            if (sum < least) {
                least = sum;
                best = filter;
            }
        }
        std::swap(m_row, m_above);
        return m_candidates[best];
    }

private:
    std::uint64_t apply(unsigned char filter) {
        Bytes& out = m_candidates[filter];
        out[0] = filter;
        switch (filter) {
        case Sub:
            return take(out, [](int left, int, int) { return left; });
        case Up:
            return take(out, [](int, int above, int) { return above; });
        case Average:
            return take(out, [](int left, int above, int) { return (left + above) / 2; });
        default:
            return take(out, paeth);
        }
    }

    template <class Predict>
    std::uint64_t take(Bytes& out, const Predict& predict) const {
        std::uint64_t sum = 0;
        const std::size_t count = m_row.size() - m_pixelBytes;
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t at = i + m_pixelBytes;
            const auto difference =
                static_cast<unsigned char>(m_row[at] - predict(m_row[i], m_above[at], m_above[i]));
            out[i + 1] = difference;
            sum += static_cast<std::uint64_t>(std::abs(static_cast<signed char>(difference)));
        }
        return sum;
    }

    std::size_t m_pixelBytes;
    Bytes m_above;
    Bytes m_row;
    std::array<Bytes, kFilterCount> m_candidates;
};

class Deflater {
public:
    Deflater() {
        constexpr int windowBits = -15; // no header: the stream has one for all bands
        constexpr int memory = 9;
        if (deflateInit2(&m_stream, kLevel, Z_DEFLATED, windowBits, memory, Z_FILTERED) != Z_OK)
            throw std::bad_alloc();
    }

    ~Deflater() { deflateEnd(&m_stream); }

    Deflater(const Deflater&) = delete;
    Deflater& operator=(const Deflater&) = delete;

    void add(const Bytes& bytes, int flush, Bytes& out) {
        m_stream.next_in = const_cast<unsigned char*>(bytes.data());
        m_stream.avail_in = static_cast<uInt>(bytes.size());
        std::array<unsigned char, 1 << 15> chunk{};
        do {
            m_stream.next_out = chunk.data();
            m_stream.avail_out = static_cast<uInt>(chunk.size());
            if (deflate(&m_stream, flush) == Z_STREAM_ERROR)
                throw Error::internal("zlib refused the rows of a PNG");
            out.insert(out.end(), chunk.begin(), chunk.end() - m_stream.avail_out);
        } while (m_stream.avail_out == 0);
    }

private:
    z_stream m_stream{};
};

Band deflateBand(const PngRowFormat& format, const PackRow& pack, int from, int to) {
    RowFilter filter(format);
    if (from > 0) {
        pack(from - 1, filter.row());
        filter.skip();
    }
    Deflater deflater;
    Band band;
    band.adler = adler32(0, nullptr, 0);
    for (int y = from; y < to; ++y) {
        pack(y, filter.row());
        const Bytes& row = filter.filtered();
        band.adler = adler32(band.adler, row.data(), static_cast<uInt>(row.size()));
        band.rawBytes += row.size();
        deflater.add(row, Z_NO_FLUSH, band.deflated);
    }
    deflater.add({}, to == format.height ? Z_FINISH : Z_SYNC_FLUSH, band.deflated);
    return band;
}

} // namespace

void deflatePngRows(const PngRowFormat& format, const PackRow& pack,
                    const std::function<void(std::span<const unsigned char> piece)>& emit) {
    constexpr std::array<unsigned char, 2> header{0x78, 0x5E}; // window of 32 KiB, a fast level
    emit(header);
    const int rows = std::max(1, static_cast<int>(kBandBytes / (format.rowBytes + 1)));
    const std::size_t ahead = std::max(1U, std::thread::hardware_concurrency());
    std::deque<std::future<Band>> bands; // joined by their destructors where something is thrown
    uLong adler = adler32(0, nullptr, 0);
    for (int next = 0; next < format.height || !bands.empty();) {
        while (next < format.height && bands.size() < ahead) {
            const int to = format.height - next > rows ? next + rows : format.height;
            bands.push_back(std::async(std::launch::async, [&format, &pack, next, to] {
                return deflateBand(format, pack, next, to);
            }));
            next = to;
        }
        const Band band = bands.front().get();
        bands.pop_front();
        emit(band.deflated);
        adler = adler32_combine(adler, band.adler, static_cast<z_off_t>(band.rawBytes));
    }
    const std::array<unsigned char, 4> trailer{
        static_cast<unsigned char>(adler >> 24U), static_cast<unsigned char>(adler >> 16U),
        static_cast<unsigned char>(adler >> 8U), static_cast<unsigned char>(adler)};
    emit(trailer);
}

} // namespace unlit
