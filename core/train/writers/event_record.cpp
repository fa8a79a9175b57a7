#include "core/train/writers/event_record.h"

#include "core/train/writers/crc32c.h"
#include "core/train/writers/event_fields.h"
#include "core/train/writers/protobuf.h"

#include <limits>

namespace unlit::train {

namespace {

constexpr std::size_t kLengthBytes = 8;
constexpr std::size_t kCrcBytes = 4;

template <class T>
std::string littleEndian(T value) {
    std::string bytes;
    for (std::size_t i = 0; i < sizeof(T); ++i)
        bytes += static_cast<char>((value >> (8 * i)) & 0xFF);
    return bytes;
}

std::uint64_t readLittleEndian(std::string_view bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    return value;
}

ProtobufWriter eventAt(double time, std::int64_t step) {
    ProtobufWriter event;
    event.number64(kEventTime, time);
    event.integer(kEventStep, step);
    return event;
}

/// The tag of a summary's value; "" without one.
std::string_view tagOf(std::string_view value) {
    ProtobufReader reader(value);
    while (const std::optional<ProtobufField> field = reader.next())
        if (field->field == kValueTag && field->wireType == 2)
            return field->bytes;
    return {};
}

bool hasValidationTag(std::string_view summary) {
    ProtobufReader reader(summary);
    while (const std::optional<ProtobufField> field = reader.next())
        if (field->field == kSummaryValue && tagOf(field->bytes).starts_with("val/"))
            return true;
    return false;
}

} // namespace

std::string recordOf(std::string_view data) {
    const std::string length = littleEndian<std::uint64_t>(data.size());
    return length + littleEndian(maskedCrc32c(length)) + std::string(data) +
           littleEndian(maskedCrc32c(data));
}

RecordFrame frameAt(std::string_view bytes) {
    using State = RecordFrame::State;
    constexpr std::size_t kHead = kLengthBytes + kCrcBytes;
    constexpr std::size_t kFrame = kHead + kCrcBytes;
    if (bytes.size() < kHead)
        return {};
    const std::string_view length = bytes.substr(0, kLengthBytes);
    const std::uint64_t size = readLittleEndian(length);
    const bool isLengthGood =
        readLittleEndian(bytes.substr(kLengthBytes, kCrcBytes)) == maskedCrc32c(length);
    if (!isLengthGood || size > std::numeric_limits<std::size_t>::max() - kFrame)
        return {State::BadLength, {}, 0};
    RecordFrame frame{State::Cut, {}, kFrame + static_cast<std::size_t>(size)};
    if (frame.size > bytes.size())
        return frame;
    const std::string_view data = bytes.substr(kHead, static_cast<std::size_t>(size));
    const std::string_view crc = bytes.substr(kHead + data.size(), kCrcBytes);
    if (readLittleEndian(crc) != maskedCrc32c(data)) {
        frame.state = State::BadData;
        return frame;
    }
    return {State::Whole, data, frame.size};
}

std::optional<Record> readRecord(std::string_view bytes) {
    const RecordFrame frame = frameAt(bytes);
    if (frame.state != RecordFrame::State::Whole)
        return std::nullopt;
    return Record{frame.data, frame.size};
}

std::string versionEvent(double time) {
    ProtobufWriter event;
    event.number64(kEventTime, time);
    event.bytes(kEventFileVersion, "brain.Event:2");
    return event.message();
}

std::string restartEvent(double time, std::int64_t step) {
    ProtobufWriter log;
    log.integer(kSessionLogStatus, kSessionLogStart);
    ProtobufWriter event = eventAt(time, step);
    event.bytes(kEventSessionLog, log.message());
    return event.message();
}

std::string scalarsEvent(const MetricRow& row) {
    ProtobufWriter summary;
    for (const Scalar& scalar : row.scalars) {
        ProtobufWriter value;
        value.bytes(kValueTag, scalar.tag);
        value.number32(kValueSimple, static_cast<float>(scalar.value));
        summary.bytes(kSummaryValue, value.message());
    }
    ProtobufWriter event = eventAt(row.time, row.step);
    event.bytes(kEventSummary, summary.message());
    return event.message();
}

std::string pictureEvent(const PictureRow& row) {
    ProtobufWriter image;
    image.integer(kImageHeight, row.picture.height);
    image.integer(kImageWidth, row.picture.width);
    image.integer(kImageColorspace, row.picture.channels);
    image.bytes(kImageBytes, row.picture.bytes);
    ProtobufWriter value;
    value.bytes(kValueTag, row.tag);
    value.bytes(kValueImage, image.message());
    ProtobufWriter summary;
    summary.bytes(kSummaryValue, value.message());
    ProtobufWriter event = eventAt(row.time, row.step);
    event.bytes(kEventSummary, summary.message());
    return event.message();
}

std::optional<EventPlace> placeOfEvent(std::string_view event) {
    EventPlace place;
    ProtobufReader reader(event);
    while (const std::optional<ProtobufField> field = reader.next()) {
        if (field->field == kEventStep && field->wireType == 0)
            place.step = static_cast<std::int64_t>(field->number);
        if (field->field == kEventSummary && field->wireType == 2) {
            place.isSummary = true;
            place.isValidation = hasValidationTag(field->bytes);
        }
    }
    return reader.isDamaged() ? std::nullopt : std::optional(place);
}

} // namespace unlit::train
