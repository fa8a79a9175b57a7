#include "core/train/writers/event_record.h"

#include "core/train/writers/crc32c.h"
#include "core/train/writers/event_fields.h"
#include "core/train/writers/protobuf.h"

#include <bit>
#include <cmath>
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

std::string packed(const std::vector<double>& values) {
    std::string bytes;
    for (const double value : values)
        bytes += littleEndian(std::bit_cast<std::uint64_t>(value));
    return bytes;
}

/// A bucket of nothing below the smallest number: the first one begins where the one before ends.
std::string histogramMessage(const Histogram& histogram) {
    std::vector<double> limits = {histogram.min};
    std::vector<double> buckets = {0};
    double count = 0;
    const auto parts = static_cast<double>(histogram.counts.size());
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
        limits.push_back(
            std::lerp(histogram.min, histogram.max, static_cast<double>(i + 1) / parts));
        buckets.push_back(histogram.counts[i]);
        count += histogram.counts[i];
    }
    ProtobufWriter message;
    message.number64(kHistogramMin, histogram.min);
    message.number64(kHistogramMax, histogram.max);
    message.number64(kHistogramCount, count);
    message.number64(kHistogramSum, histogram.sum);
    message.number64(kHistogramSquares, histogram.sumOfSquares);
    message.bytes(kHistogramLimits, packed(limits));
    message.bytes(kHistogramBuckets, packed(buckets));
    return message.message();
}

std::string metadataOf(std::string_view plugin, std::string_view content) {
    ProtobufWriter data;
    data.bytes(kPluginName, plugin);
    if (!content.empty())
        data.bytes(kPluginContent, content);
    ProtobufWriter metadata;
    metadata.bytes(kMetadataPlugin, data.message());
    return metadata.message();
}

std::string textTensor(std::string_view text) {
    ProtobufWriter dimension;
    dimension.integer(kDimensionSize, 1);
    ProtobufWriter shape;
    shape.bytes(kShapeDimension, dimension.message());
    ProtobufWriter tensor;
    tensor.integer(kTensorType, static_cast<std::int64_t>(kTypeString));
    tensor.bytes(kTensorShape, shape.message());
    tensor.bytes(kTensorString, text);
    return tensor.message();
}

/// Readers want one beside the metadata.
std::string emptyTensor() {
    ProtobufWriter tensor;
    tensor.integer(kTensorType, static_cast<std::int64_t>(kTypeFloat));
    tensor.bytes(kTensorShape, {});
    return tensor.message();
}

std::string anyValue(const std::variant<double, bool, std::string>& value) {
    ProtobufWriter any;
    if (const auto* number = std::get_if<double>(&value))
        any.number64(kAnyNumber, *number);
    else if (const auto* truth = std::get_if<bool>(&value))
        any.integer(kAnyTruth, *truth ? 1 : 0);
    else
        any.bytes(kAnyText, std::get<std::string>(value));
    return any.message();
}

std::string sessionStart(const SettingsRow& row) {
    ProtobufWriter session;
    for (const auto& [key, value] : row.settings) {
        ProtobufWriter entry;
        entry.bytes(kEntryKey, key);
        entry.bytes(kEntryValue, anyValue(value));
        session.bytes(kSessionSettings, entry.message());
    }
    session.bytes(kSessionGroup, row.name);
    session.number64(kSessionTime, row.time);
    ProtobufWriter data;
    data.bytes(kHparamsSessionStart, session.message());
    return data.message();
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

std::string histogramsEvent(const HistogramRow& row) {
    ProtobufWriter summary;
    for (const Histogram& histogram : row.histograms) {
        ProtobufWriter value;
        value.bytes(kValueTag, histogram.tag);
        value.bytes(kValueHistogram, histogramMessage(histogram));
        summary.bytes(kSummaryValue, value.message());
    }
    ProtobufWriter event = eventAt(row.time, row.step);
    event.bytes(kEventSummary, summary.message());
    return event.message();
}

std::string settingsEvent(const SettingsRow& row) {
    ProtobufWriter text;
    text.bytes(kValueTag, "config/text_summary");
    text.bytes(kValueMetadata, metadataOf("text", {}));
    text.bytes(kValueTensor, textTensor("```yaml\n" + row.yaml + "```\n"));
    ProtobufWriter table;
    table.bytes(kValueTag, "_hparams_/session_start_info");
    table.bytes(kValueMetadata, metadataOf("hparams", sessionStart(row)));
    table.bytes(kValueTensor, emptyTensor());
    ProtobufWriter summary;
    summary.bytes(kSummaryValue, text.message());
    summary.bytes(kSummaryValue, table.message());
    ProtobufWriter event = eventAt(row.time, 0);
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
