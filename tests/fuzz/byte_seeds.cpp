#include "tests/fuzz/byte_seeds.h"

#include "core/train/writers/event_record.h"
#include "tests/core/image/byte_text.h"

#include <cstdint>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <webp/encode.h>

namespace unlit {

namespace fs = std::filesystem;
using namespace std::string_literals;

namespace {

void put(const fs::path& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
}

std::uint32_t sizeOf(const std::string& bytes) {
    return static_cast<std::uint32_t>(bytes.size());
}

std::string bmpOf(std::uint32_t headerBytes, int bits, std::uint32_t compression,
                  const std::string& more, const std::string& pixels) {
    std::string header = littleEndian(headerBytes, 4) + littleEndian(2, 4) + littleEndian(1, 4) +
                         littleEndian(1, 2) + littleEndian(static_cast<std::uint32_t>(bits), 2) +
                         littleEndian(compression, 4) + std::string(20, '\0') + more;
    if (header.size() < headerBytes)
        header.resize(headerBytes, '\0');
    return "BM"s + std::string(8, '\0') + littleEndian(14 + sizeOf(header), 4) + header + pixels;
}

std::string webpChunk(const std::string& name, const std::string& data) {
    return name + littleEndian(sizeOf(data), 4) + data + std::string(data.size() % 2, '\0');
}

std::string webpOf(unsigned flags, const std::string& chunks) {
    const std::string body =
        "WEBP" +
        webpChunk("VP8X", littleEndian(flags, 4) + littleEndian(3, 3) + littleEndian(1, 3)) +
        chunks;
    return "RIFF" + littleEndian(sizeOf(body), 4) + body;
}

/// 4 by 2 pixels, without the file around them.
std::string webpPixels(bool isLossless) {
    const std::vector<std::uint8_t> rgb(24, 90);
    std::uint8_t* output = nullptr;
    const std::size_t size = isLossless ? WebPEncodeLosslessRGB(rgb.data(), 4, 2, 12, &output)
                                        : WebPEncodeRGB(rgb.data(), 4, 2, 12, 80, &output);
    const std::string file(output, output + size);
    WebPFree(output);
    return file.substr(12);
}

std::string tarMember(const std::string& name, char kind, const std::string& content) {
    std::string header(512, '\0');
    const auto set = [&](std::size_t at, const std::string& text) {
        header.replace(at, text.size(), text);
    };
    const auto octal = [](std::uint32_t number, int digits) {
        std::string text(static_cast<std::size_t>(digits), '0');
        for (int i = digits - 1; i >= 0; --i, number /= 8)
            text[static_cast<std::size_t>(i)] = static_cast<char>('0' + number % 8);
        return text;
    };
    set(0, name);
    set(100, "0000644");
    set(124, octal(sizeOf(content), 11));
    set(136, octal(1700000000, 11));
    set(148, "        ");
    set(156, std::string(1, kind));
    set(257, "ustar\0"s + "00");
    std::uint32_t sum = 0;
    for (const char byte : header)
        sum += static_cast<unsigned char>(byte);
    set(148, octal(sum, 6) + "\0 "s);
    return header + content + std::string((512 - content.size() % 512) % 512, '\0');
}

} // namespace

void makeBytePictures(const fs::path& folder) {
    const std::string masks = littleEndian(0xFF0000, 4) + littleEndian(0xFF00, 4) +
                              littleEndian(0xFF, 4) + littleEndian(0xFF000000, 4);
    put(folder / "bmp4", bmpOf(108, 32, 3, masks + "BGRs", "12345678"));
    put(folder / "bmp5", bmpOf(124, 32, 3, masks + littleEndian(0, 4), "12345678"));
    put(folder / "bmp565",
        bmpOf(40, 16, 3, littleEndian(0xF800, 4) + littleEndian(0x7E0, 4) + littleEndian(0x1F, 4),
              "1234"));
    put(folder / "bmp runs", bmpOf(40, 8, 1, std::string(1024, 'c'), "\2\1\0\0\0\1"s));
    put(folder / "tga", "\0\0\2"s + std::string(9, '\0') + littleEndian(2, 2) + littleEndian(1, 2) +
                            "\x20\x28"s + "12345678" + littleEndian(495, 2) +
                            std::string(492, '\0') + "\3"s + littleEndian(26, 4) +
                            std::string(4, '\0') + "TRUEVISION-XFILE.\0"s);
    put(folder / "tga runs", "\0\0\xA"s + std::string(9, '\0') + littleEndian(2, 2) +
                                 littleEndian(1, 2) + "\x18\0\x81"s + "123");
    const std::string turned = exifBlock(274, 3, 6);
    put(folder / "webp", webpOf(8, webpPixels(true) + webpChunk("EXIF", turned)));
    put(folder / "webp lossy",
        webpOf(8, webpPixels(false) + webpChunk("EXIF", "Exif\0\0"s + turned)));
    const std::string frame = std::string(6, '\0') + littleEndian(3, 3) + littleEndian(1, 3) +
                              littleEndian(100, 3) + "\0"s + webpPixels(true);
    put(folder / "webp moving",
        webpOf(2, webpChunk("ANIM", std::string(6, '\0')) + webpChunk("ANMF", frame)));
    const std::string radiance = "#?RADIANCE\nFORMAT=32-bit_rle_";
    put(folder / "hdr settings", radiance +
                                     "rgbe\nEXPOSURE=2\nCOLORCORR= 1 2 4\nPRIMARIES=0.64 0.33 "
                                     "0.3 0.6 0.15 0.06 0.31 0.33\n\n+Y 1 +X 1\n\x80\x40\x20\x81");
    put(folder / "hdr runs",
        radiance + "xyze\n\n-Y 1 +X 8\n\2\2\0\x8\x88\x80\x88\x40\x88\x20\x88\x81"s);
}

void makeTexts(const fs::path& folder) {
    put(folder / "list", "0a_beauty.exr a_albedo.exr mask.png\n# no pair\n\"b 1.exr#beauty\" "
                         "\"b \\\"1.exr#albedo\"\r\n");
    put(folder / "list with a mark", "0\xEF\xBB\xBF"
                                     "a.png\tb.png\n");
    put(folder / "recipe",
        "1base: &base {lr: 1.0e-3}\nmax_iter: 10\nlr: ${base.lr}\ntrainer:\n  <<: {save_period: "
        "5}\n"
        "  validation_period: ${..max_iter}\nmodel: {pretrained_path: \"${oc.env:HOME,/tmp}/m\"}\n"
        "dataset: {train: {dir: d, filenames: l.txt}}\n");
    put(folder / "aliases", "1a: &a [1, 2]\nb: &b [*a, *a]\nc: [*b, *b]\n<<: [{d: 1}, {e: 2}]\n");
}

void makeTars(const fs::path& folder) {
    const std::string end(1024, '\0');
    put(folder / "plain", tarMember("a/beauty.exr", '0', "1234") + tarMember("a/", '5', "") + end);
    put(folder / "long", tarMember("././@LongLink", 'L', std::string(120, 'n') + "\0"s) +
                             tarMember("n", '0', "12") + end);
    put(folder / "pax", tarMember("x", 'x', "19 path=b/albedo.x\n12 size=0002\n") +
                            tarMember("y", '0', "12") + end);
}

void makeEvents(const fs::path& folder) {
    const std::string version = train::versionEvent(1);
    const std::string figures = train::scalarsEvent({3, 1, 1700000000.0, {{"train/loss", 0.5F}}});
    put(folder / "version", "1" + version);
    put(folder / "figures", "1" + figures);
    put(folder / "records", train::recordOf(version) + train::recordOf(figures) +
                                train::recordOf(train::restartEvent(2, 3)));
}

void makeLoras(const fs::path& folder) {
    put(folder / "kohya", "down_blocks_0_attentions_0_transformer_blocks_0_attn1_to_q");
    put(folder / "settings",
        R"({"peft_type":"LORA","r":4,"lora_alpha":8,"use_rslora":true,"alpha_pattern":{"proj_in":2,"mid.*":1},)"
        R"("rank_pattern":{},"bias":"none","init_lora_weights":true})");
    put(folder / "metadata", R"({"unet.lora_alpha":8,"unet.r":4,"unet.use_dora":false})");
}

} // namespace unlit
