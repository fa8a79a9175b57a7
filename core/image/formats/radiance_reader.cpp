#include "core/image/formats/radiance_reader.h"

#include "core/base/error.h"
#include "core/image/color/color.h"
#include "core/image/plain_info.h"
#include "core/image/size_limits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <locale>
#include <optional>
#include <sstream>
#include <string_view>

namespace unlit {

namespace {

constexpr std::size_t kMostHeaderLine = 1U << 16U;
constexpr int kMostHeaderLines = 10000;
constexpr int kLeastRunLength = 8; ///< shorter lines are never in the new coding
constexpr int kMostRunLength = 0x7FFF;
constexpr std::uint64_t kBestRunLengthRatio = 1U << 20U;

using RadiancePixel = std::array<unsigned char, 4>;

struct RadianceHeader {
    bool isXyz = false;
    std::array<double, 3> factors = {1, 1, 1}; ///< of the samples; to be divided out
    std::optional<Chromaticities> primaries;
    int lines = 0; ///< as stored: what the size names first
    int pixels = 0;
    int orientation = 1;
};

std::string readHeaderLine(ReadableFile& file) {
    std::string line;
    for (int c = std::getc(file.stream()); c != '\n'; c = std::getc(file.stream())) {
        if (c == EOF || line.size() >= kMostHeaderLine)
            throw Error::corrupt(file.path(), "its header has no end", "it is damaged or cut off");
        line.push_back(static_cast<char>(c));
    }
    if (!line.empty() && line.back() == '\r')
        line.pop_back();
    return line;
}

[[noreturn]] void refuseLine(const ReadableFile& file, const std::string& line) {
    throw Error::corrupt(file.path(), "its header says '" + line + "', which makes no sense");
}

std::vector<double> headerNumbers(const ReadableFile& file, const std::string& line,
                                  std::size_t count) {
    std::istringstream in(line.substr(line.find('=') + 1));
    in.imbue(std::locale::classic());
    std::vector<double> numbers(count);
    for (double& number : numbers)
        if (!(in >> number) || !std::isfinite(number))
            refuseLine(file, line);
    return numbers;
}

void takeFormat(const ReadableFile& file, const std::string& line, RadianceHeader& header) {
    std::istringstream in(line.substr(line.find('=') + 1));
    std::string format;
    in >> format;
    header.isXyz = format == "32-bit_rle_xyze";
    if (!header.isXyz && format != "32-bit_rle_rgbe")
        throw Error::unsupported(file.path().string() + ": a Radiance file of the format '" +
                                     format + "'",
                                 "write it as 32-bit_rle_rgbe");
}

/// What a header line says something about; some writers put blanks around its "=".
std::string keyOf(const std::string& line) {
    const std::size_t equals = line.find('=');
    if (equals == std::string::npos || equals == 0)
        return "";
    return line.substr(0, line.find_last_not_of(' ', equals - 1) + 1);
}

// A line that begins with a tab is of a picture that this one was made of.
void takeLine(const ReadableFile& file, const std::string& line, RadianceHeader& header) {
    const std::string key = keyOf(line);
    const auto is = [&](std::string_view name) { return key == name; };
    if (is("FORMAT")) {
        takeFormat(file, line, header);
    } else if (is("EXPOSURE")) {
        const double exposure = headerNumbers(file, line, 1)[0];
        if (!(exposure > 0))
            refuseLine(file, line);
        for (double& factor : header.factors)
            factor *= exposure;
    } else if (is("COLORCORR")) {
        const std::vector<double> colors = headerNumbers(file, line, 3);
        for (std::size_t c = 0; c < 3; ++c) {
            if (!(colors[c] > 0))
                refuseLine(file, line);
            header.factors[c] *= colors[c];
        }
    } else if (is("PRIMARIES")) {
        const std::vector<double> p = headerNumbers(file, line, 8);
        header.primaries = Chromaticities{{p[0], p[1]}, {p[2], p[3]}, {p[4], p[5]}, {p[6], p[7]}};
    }
}

/// "-Y 480 +X 640": lines from the top down, pixels from left to right, and seven other ways.
void takeSize(const ReadableFile& file, const std::string& line, RadianceHeader& header) {
    std::istringstream in(line);
    std::string first;
    std::string second;
    if (!(in >> first >> header.lines >> second >> header.pixels))
        refuseLine(file, line);
    constexpr std::array<std::pair<std::string_view, int>, 8> ways = {{{"-Y+X", 1},
                                                                       {"-Y-X", 2},
                                                                       {"+Y-X", 3},
                                                                       {"+Y+X", 4},
                                                                       {"+X-Y", 5},
                                                                       {"-X-Y", 6},
                                                                       {"-X+Y", 7},
                                                                       {"+X+Y", 8}}};
    const auto* way = std::find_if(ways.begin(), ways.end(),
                                   [&](const auto& w) { return w.first == first + second; });
    if (way == ways.end())
        refuseLine(file, line);
    header.orientation = way->second;
    checkPictureSize(file.path(), header.pixels, header.lines, 3);
    checkExpansion(file.path(),
                   std::uint64_t{4} * static_cast<unsigned>(header.pixels) *
                       static_cast<unsigned>(header.lines),
                   file.size(), kBestRunLengthRatio);
}

/// The file stands at its first pixel afterwards.
RadianceHeader readRadianceHeader(ReadableFile& file) {
    file.seek(0);
    RadianceHeader header;
    int count = 0;
    for (std::string line = readHeaderLine(file); !line.empty(); line = readHeaderLine(file)) {
        takeLine(file, line, header);
        if (++count > kMostHeaderLines)
            throw Error::corrupt(file.path(), "its header has no end");
    }
    takeSize(file, readHeaderLine(file), header);
    return header;
}

/// Lines of pixels, whichever way each is packed.
class RadianceLines {
public:
    RadianceLines(ReadableFile& file, int pixels)
        : m_file(file), m_line(static_cast<std::size_t>(pixels)) {}

    const std::vector<RadiancePixel>& next() {
        const auto count = static_cast<int>(m_line.size());
        const RadiancePixel first = pixel();
        const bool isPacked = count >= kLeastRunLength && count <= kMostRunLength &&
                              first[0] == 2 && first[1] == 2 && first[2] < 128;
        if (!isPacked)
            readFlat(first);
        else if ((first[2] << 8 | first[3]) == count)
            readPacked();
        else
            refuse("a line of it has another length than the picture");
        return m_line;
    }

private:
    unsigned char byte() {
        const int c = ::getc_unlocked(m_file.stream()); // the stream is this reader's alone
        if (c == EOF)
            refuse("the file ends too early");
        return static_cast<unsigned char>(c);
    }

    RadiancePixel pixel() {
        RadiancePixel pixel{};
        for (unsigned char& component : pixel)
            component = byte();
        return pixel;
    }

    // Pixels as they are; 1,1,1,n repeats the one before n times, one after the other with growing
    // weight: the coding of before 1991.
    void readFlat(RadiancePixel next) {
        unsigned shift = 0;
        for (std::size_t at = 0;;) {
            if (next[0] == 1 && next[1] == 1 && next[2] == 1) {
                const std::size_t run = shift < 32 ? std::size_t{next[3]} << shift : 0;
                if (at == 0 || shift >= 32 || run > m_line.size() - at)
                    refuse("its run lengths are damaged");
                std::fill_n(m_line.begin() + static_cast<std::ptrdiff_t>(at), run, m_line[at - 1]);
                at += run;
                shift += 8;
            } else {
                m_line[at++] = next;
                shift = 0;
            }
            if (at == m_line.size())
                return;
            next = pixel();
        }
    }

    // Each component of the line by itself: n <= 128: n bytes follow; else one byte, n - 128 times.
    void readPacked() {
        for (std::size_t component = 0; component < 4; ++component)
            for (std::size_t at = 0; at < m_line.size();) {
                const std::size_t code = byte();
                const std::size_t run = code > 128 ? code - 128 : code;
                if (run == 0 || run > m_line.size() - at)
                    refuse("its run lengths are damaged");
                unsigned char value = 0;
                for (std::size_t i = 0; i < run; ++i) {
                    if (i == 0 || code <= 128)
                        value = byte();
                    m_line[at++][component] = value;
                }
            }
    }

    [[noreturn]] void refuse(const char* what) const {
        throw Error::corrupt(m_file.path(), what, "it is damaged or cut off");
    }

    ReadableFile& m_file;
    std::vector<RadiancePixel> m_line;
};

/// What a mantissa counts, by its exponent.
std::array<double, 256> radianceUnits() {
    std::array<double, 256> units{};
    for (int exponent = 1; exponent < 256; ++exponent)
        units[static_cast<std::size_t>(exponent)] = std::ldexp(1.0, exponent - (128 + 8));
    return units;
}

PlainPicture describeRadiance(const RadianceHeader& header) {
    PlainPicture picture;
    picture.format = "hdr";
    picture.width = header.pixels;
    picture.height = header.lines;
    picture.sample = "float";
    picture.orientation = header.orientation;
    picture.color.format = header.isXyz ? "Radiance HDR in XYZ" : "Radiance HDR";
    picture.color.isSceneLinear = true;
    if (!header.isXyz)
        picture.color.primaries = header.primaries;
    if (header.factors != std::array<double, 3>{1, 1, 1}) {
        std::ostringstream text;
        text << "its EXPOSURE or COLORCORR is divided out: samples were multiplied by "
             << header.factors[0] << " " << header.factors[1] << " " << header.factors[2];
        picture.notes.push_back(text.str());
    }
    return picture;
}

} // namespace

ImageInfo radianceInfo(ReadableFile& file) {
    return plainInfo(file.path(), describeRadiance(readRadianceHeader(file)));
}

DecodedPicture readRadiance(ReadableFile& file) {
    const RadianceHeader header = readRadianceHeader(file);
    DecodedPicture picture = emptyPicture(describeRadiance(header));
    Image& image = picture.image;
    RadianceLines lines(file, header.pixels);
    const std::array<double, 256> units = radianceUnits();
    const std::array<float*, 3> planes = {image.plane(0).data(), image.plane(1).data(),
                                          image.plane(2).data()};
    std::size_t at = 0;
    for (int y = 0; y < header.lines; ++y)
        for (const RadiancePixel& pixel : lines.next()) {
            const double unit = units[pixel[3]];
            for (std::size_t c = 0; c < 3; ++c)
                planes[c][at] = static_cast<float>(pixel[c] * unit / header.factors[c]);
            ++at;
        }
    if (header.isXyz)
        applyMatrix(image, inverse(rgbToXyz(kRec709)));
    return picture;
}

} // namespace unlit
