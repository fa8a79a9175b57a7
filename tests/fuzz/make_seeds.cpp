// Writes the small files that fuzzing starts from: fuzz_seeds FOLDER. Those that are there stay.
#include "core/image/exr/exr_copy.h"
#include "core/image/image_file.h"
#include "tests/core/image/exr_test_files.h"
#include "tests/fuzz/byte_seeds.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include <lcms2.h>

using namespace unlit;
namespace fs = std::filesystem;

namespace {

void writeText(const fs::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

void makeExrs(const fs::path& folder) {
    const ExrFill colors = {{"R", -1.F}, {"G", 0.5F}, {"B", 0.25F}, {"A", 0.5F}};
    for (int compression = 0; compression < Imf::NUM_COMPRESSION_METHODS; ++compression) {
        const auto setup = [&](Imf::Header& header) {
            header.compression() = static_cast<Imf::Compression>(compression);
            header.dataWindow() = Imath::Box2i({-1, -2}, {6, 17});
            for (auto it = header.channels().begin(); it != header.channels().end(); ++it)
                it.channel().type = Imf::FLOAT;
        };
        writeExrFile(folder / ("lines" + std::to_string(compression)), colors, setup);
        writeTiledExrFile(folder / ("tiles" + std::to_string(compression)), colors, setup);
    }
    writeMultiPartExrFile(folder / "parts", {{"rgba", colors}, {"depth", {{"Z", 2.F}}}});
    Imf::RgbaOutputFile chroma((folder / "chroma").c_str(), Imf::Header(8, 8), Imf::WRITE_YC);
    const std::vector<Imf::Rgba> pixels(64, Imf::Rgba(0.5F, 0.4F, 0.3F, 1.F));
    chroma.setFrameBuffer(pixels.data(), 1, 8);
    chroma.writePixels(8);
}

/// A TIFF of two pixels of 8 bits, three samples each.
std::string tiffOf(int photometric) {
    const auto number = [](unsigned value, int bytes) {
        std::string text;
        for (int i = 0; i < bytes; ++i, value >>= 8U)
            text.push_back(static_cast<char>(value));
        return text;
    };
    const std::vector<std::array<unsigned, 4>> entries = {
        {256, 4, 1, 2},   {257, 4, 1, 1}, {258, 3, 3, 110}, {262, 3, 1, unsigned(photometric)},
        {273, 4, 1, 116}, {277, 3, 1, 3}, {278, 4, 1, 1},   {279, 4, 1, 6}};
    std::string file = "II*" + number(0, 1) + number(8, 4) + number(8, 2);
    for (const auto& [tag, type, count, value] : entries)
        file += number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4);
    return file + number(0, 4) + number(8, 2) + number(8, 2) + number(8, 2) + "abcdef";
}

void makePictures(const fs::path& folder) {
    Image image = makeImage(5, 4, {"R", "G", "B"}, ColorSpace::Srgb);
    for (std::size_t i = 0; i < image.samples.size(); ++i)
        image.samples[i] = static_cast<float>(i) / 60.F;
    image.mask.assign(20, 0.5F);
    writeImage(folder / "a8", image, {FileFormat::Png8, false, true});
    writeImage(folder / "a16", image, {FileFormat::Png16, false, true});
    writeImage(folder / "float", image, {FileFormat::Tiff, false, true});
    for (const int photometric : {2, 6, 8, 9}) // RGB, YCbCr, two codings of L*a*b*
        writeText(folder / ("tiff" + std::to_string(photometric)), tiffOf(photometric));
    using namespace std::string_literals;
    writeText(folder / "psd",
              "8BPS\0\1\0\0\0\0\0\0\0\3\0\0\0\1\0\0\0\2\0\x08\0\3\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
              "123456"s);
    writeText(folder / "packed psd",
              "8BPS\0\1\0\0\0\0\0\0\0\1\0\0\0\1\0\0\0\4\0\x08\0\1\0\0\0\0\0\0\0\0\0\0\0\0"
              "\0\1\0\2\xfd\x33"s);
    writeText(folder / "bmp",
              "BM\x3a\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\1\0\0\0\1\0\0\0\1\0\x18\0\0\0\0\0\4\0\0\0"
              "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\2\3\0"s);
    writeText(folder / "hdr", "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n\x80\x80\x80\x80"s);
}

void saveProfile(const fs::path& path, cmsHPROFILE profile) {
    cmsUInt32Number size = 0;
    cmsSaveProfileToMem(profile, nullptr, &size);
    std::string bytes(size, '\0');
    cmsSaveProfileToMem(profile, bytes.data(), &size);
    cmsCloseProfile(profile);
    writeText(path, bytes);
}

void makeColors(const fs::path& folder) {
    saveProfile(folder / "srgb.icc", cmsCreate_sRGBProfile());
    cmsToneCurve* curve = cmsBuildGamma(nullptr, 1.8);
    saveProfile(folder / "grey.icc", cmsCreateGrayProfile(cmsD50_xyY(), curve));
    cmsFreeToneCurve(curve);
    saveProfile(folder / "lab.icc", cmsCreateLab4Profile(nullptr));
    using namespace std::string_literals;
    writeText(folder / "exif", "II*\0\x08\0\0\0\1\0\x12\1\3\0\1\0\0\0\6\0\0\0\0\0\0\0"s);
    writeText(folder / "note", "srgb; albedo=linear; uncertainty=raw");
}

void makeOthers(const fs::path& tables, const fs::path& headers) {
    fs::copy_file(UNLIT_LAYERS_FILE, tables / "layers.yaml", fs::copy_options::overwrite_existing);
    writeText(tables / "small", "beauty: [a, {name: b, note: c}]\nlit:\n  - '*d'\n");
    const std::string json =
        R"({"__metadata__":{"a":"b"},"w":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},)"
        R"("v":{"dtype":"U8","shape":[],"data_offsets":[8,9]}})";
    std::string length(8, '\0');
    length[0] = static_cast<char>(json.size());
    writeText(headers / "small", length + json + std::string(9, 'x'));
}

} // namespace

int main(int count, char** arguments) {
    if (count != 2) {
        std::cerr << "usage: fuzz_seeds FOLDER\n";
        return 2;
    }
    const fs::path root = arguments[1];
    for (const char* name : {"exr", "picture", "color", "layer_table", "safetensors_header", "text",
                             "tar", "event", "lora"})
        fs::create_directories(root / name);
    makeExrs(root / "exr");
    makePictures(root / "picture");
    makeColors(root / "color");
    makeOthers(root / "layer_table", root / "safetensors_header");
    makeBytePictures(root / "picture");
    makeTexts(root / "text");
    makeTars(root / "tar");
    makeEvents(root / "event");
    makeLoras(root / "lora");
    return 0;
}
