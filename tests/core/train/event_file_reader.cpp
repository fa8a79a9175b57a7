#include "tests/core/train/event_file_reader.h"

#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace unlit::test {

namespace {

void require(bool holds, const std::string& what) {
    if (!holds)
        throw std::runtime_error(what);
}

std::uint64_t little(const std::string& bytes, std::size_t at, int count) {
    require(at + static_cast<std::size_t>(count) <= bytes.size(), "cut off");
    std::uint64_t value = 0;
    for (int i = count - 1; i >= 0; --i)
        value = value * 256 + static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(i)]);
    return value;
}

void requireCrc(const std::string& bytes, std::uint64_t stored) {
    const std::uint32_t crc = crc32cByDivision(bytes);
    // "rotate right by 15 bits and add a constant"
    const std::uint32_t rotated = crc / 32768U + crc % 32768U * 131072U;
    require(rotated + 0xA282EAD8U == stored, "wrong check sum");
}

struct Field {
    std::uint64_t number, wire, value;
    std::string bytes;
};

std::vector<Field> fieldsOf(const std::string& message) {
    std::vector<Field> fields;
    std::size_t at = 0;
    const auto varint = [&] {
        std::uint64_t value = 0;
        for (std::uint64_t scale = 1;; scale *= 128) {
            require(at < message.size(), "cut varint");
            const auto byte = static_cast<unsigned char>(message[at++]);
            value += byte % 128 * scale;
            if (byte < 128)
                return value;
        }
    };
    while (at < message.size()) {
        const std::uint64_t key = varint();
        Field field{key / 8, key % 8, 0, {}};
        if (field.wire == 0) {
            field.value = varint();
        } else if (field.wire == 2) {
            const std::uint64_t size = varint();
            require(size <= message.size() - at, "cut bytes");
            field.bytes = message.substr(at, size);
            at += size;
        } else {
            require(field.wire == 1 || field.wire == 5, "unknown wire type");
            const int size = field.wire == 1 ? 8 : 4;
            field.value = little(message, at, size);
            at += static_cast<std::size_t>(size);
        }
        fields.push_back(field);
    }
    return fields;
}

ReadPicture pictureOf(const std::string& message) {
    ReadPicture picture;
    for (const Field& field : fieldsOf(message)) {
        require(field.number >= 1 && field.number <= 4, "unknown field of an image");
        if (field.number == 4)
            picture.bytes = field.bytes;
        else
            (field.number == 1   ? picture.height
             : field.number == 2 ? picture.width
                                 : picture.colorspace) = static_cast<std::int64_t>(field.value);
    }
    return picture;
}

std::vector<double> doublesIn(const std::string& bytes) {
    require(bytes.size() % 8 == 0, "packed doubles");
    std::vector<double> values(bytes.size() / 8);
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

double doubleOf(const Field& field) {
    require(field.wire == 1, "a double");
    double value = 0;
    std::memcpy(&value, &field.value, sizeof(value));
    return value;
}

ReadHistogram histogramOf(const std::string& message) {
    ReadHistogram histogram;
    for (const Field& field : fieldsOf(message)) {
        require(field.number >= 1 && field.number <= 7, "unknown field of a histogram");
        if (field.number == 6)
            histogram.limits = doublesIn(field.bytes);
        else if (field.number == 7)
            histogram.buckets = doublesIn(field.bytes);
        else
            (field.number == 1   ? histogram.min
             : field.number == 2 ? histogram.max
             : field.number == 3 ? histogram.count
             : field.number == 4 ? histogram.sum
                                 : histogram.sumOfSquares) = doubleOf(field);
    }
    return histogram;
}

void readTensor(const std::string& message, ReadPlugin& plugin) {
    for (const Field& field : fieldsOf(message)) {
        require(field.number == 1 || field.number == 2 || field.number == 8,
                "unknown field of a tensor");
        if (field.number == 1)
            plugin.tensorType = field.value;
        if (field.number == 8)
            plugin.text = field.bytes;
    }
}

void readMetadata(const std::string& message, ReadPlugin& plugin) {
    for (const Field& field : fieldsOf(message)) {
        require(field.number == 1, "unknown field of metadata");
        for (const Field& part : fieldsOf(field.bytes))
            (part.number == 1 ? plugin.name : plugin.content) = part.bytes;
    }
}

void readValue(const std::string& message, ReadEvent& event) {
    std::string tag;
    for (const Field& field : fieldsOf(message)) {
        if (field.number == 1) {
            tag = field.bytes;
        } else if (field.number == 2) {
            require(field.wire == 5, "simple_value is a float");
            const auto bits = static_cast<std::uint32_t>(field.value);
            float value = 0;
            std::memcpy(&value, &bits, sizeof(value));
            event.scalars.emplace_back(tag, value);
        } else if (field.number == 5) {
            event.histograms[tag] = histogramOf(field.bytes);
        } else if (field.number == 8) {
            readTensor(field.bytes, event.plugins[tag]);
        } else if (field.number == 9) {
            readMetadata(field.bytes, event.plugins[tag]);
        } else {
            require(field.number == 4, "unknown field of a value");
            event.pictures[tag] = pictureOf(field.bytes);
        }
    }
}

ReadEvent eventOf(const std::string& message) {
    ReadEvent event;
    for (const Field& field : fieldsOf(message)) {
        if (field.number == 1)
            std::memcpy(&event.wallTime, &field.value, sizeof(double));
        else if (field.number == 2)
            event.step = static_cast<std::int64_t>(field.value);
        else if (field.number == 3)
            event.fileVersion = field.bytes;
        else if (field.number == 5)
            for (const Field& value : fieldsOf(field.bytes))
                readValue(value.bytes, event);
        else if (field.number == 7)
            event.restarts = fieldsOf(field.bytes).at(0).value == 1;
        else
            require(false, "unknown field of an event");
    }
    return event;
}

} // namespace

std::uint32_t crc32cByDivision(const std::string& bytes) {
    // Bits go in lowest first; the register is kept the way round of the polynomial 0x1EDC6F41.
    std::uint32_t remainder = 0xFFFFFFFFU;
    for (const char c : bytes)
        for (int bit = 0; bit < 8; ++bit) {
            const std::uint32_t in = (static_cast<unsigned char>(c) >> bit) & 1U;
            const std::uint32_t out = remainder >> 31;
            remainder = (remainder << 1) ^ (in != out ? 0x1EDC6F41U : 0U);
        }
    std::uint32_t reversed = 0;
    for (int bit = 0; bit < 32; ++bit)
        reversed |= ((remainder >> bit) & 1U) << (31 - bit);
    return ~reversed;
}

std::vector<std::pair<int, std::string>> fieldsOfMessage(const std::string& message) {
    std::vector<std::pair<int, std::string>> fields;
    for (const Field& field : fieldsOf(message)) {
        std::string bytes(sizeof(field.value), '\0');
        std::memcpy(bytes.data(), &field.value, sizeof(field.value));
        fields.emplace_back(field.number, field.wire == 2 ? field.bytes : bytes);
    }
    return fields;
}

std::vector<ReadEvent> readEvents(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(stream), {});
    std::vector<ReadEvent> events;
    for (std::size_t at = 0; at < bytes.size();) {
        const std::uint64_t length = little(bytes, at, 8);
        requireCrc(bytes.substr(at, 8), little(bytes, at + 8, 4));
        require(length <= bytes.size() - at - 12, "cut frame");
        const std::string data = bytes.substr(at + 12, length);
        requireCrc(data, little(bytes, at + 12 + length, 4));
        events.push_back(eventOf(data));
        at += 16 + length;
    }
    return events;
}

} // namespace unlit::test
