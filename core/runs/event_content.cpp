#include "core/runs/event_content.h"

#include "core/train/writers/event_fields.h"
#include "core/train/writers/protobuf.h"

#include <bit>
#include <cstring>

namespace unlit::runs {

namespace {

using train::ProtobufField;
using train::ProtobufReader;

constexpr int kBytesWire = 2;
constexpr int kFloatWire = 5;

double floatOf(std::uint64_t bits) {
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
}

/// The single number that the little-endian bytes hold; nullopt for none or several.
std::optional<double> numberIn(std::string_view bytes, std::uint64_t type) {
    if (type == train::kTypeFloat && bytes.size() == sizeof(float)) {
        float value = 0;
        std::memcpy(&value, bytes.data(), sizeof(value));
        return static_cast<double>(value);
    }
    if (type == train::kTypeDouble && bytes.size() == sizeof(double)) {
        double value = 0;
        std::memcpy(&value, bytes.data(), sizeof(value));
        return value;
    }
    return std::nullopt;
}

std::optional<double> scalarOfTensor(std::string_view tensor) {
    std::uint64_t type = 0;
    std::optional<double> value;
    ProtobufReader reader(tensor);
    while (const std::optional<ProtobufField> field = reader.next()) {
        if (field->field == train::kTensorType)
            type = field->number;
        else if (field->field == train::kTensorContent && field->wireType == kBytesWire)
            value = numberIn(field->bytes, type);
        else if (field->field == train::kTensorFloat)
            value = field->wireType == kFloatWire ? floatOf(field->number)
                                                  : numberIn(field->bytes, train::kTypeFloat);
        else if (field->field == train::kTensorDouble)
            value = field->wireType == kBytesWire ? numberIn(field->bytes, train::kTypeDouble)
                                                  : std::bit_cast<double>(field->number);
    }
    return value;
}

void takeValue(std::string_view message, std::vector<train::Scalar>& scalars) {
    std::string_view tag;
    std::optional<double> value;
    ProtobufReader reader(message);
    while (const std::optional<ProtobufField> field = reader.next()) {
        if (field->field == train::kValueTag && field->wireType == kBytesWire)
            tag = field->bytes;
        else if (field->field == train::kValueSimple && field->wireType == kFloatWire)
            value = floatOf(field->number);
        else if (field->field == train::kValueTensor && field->wireType == kBytesWire)
            value = scalarOfTensor(field->bytes);
    }
    if (value && !tag.empty())
        scalars.push_back({std::string(tag), *value});
}

bool isStart(std::string_view sessionLog) {
    ProtobufReader reader(sessionLog);
    while (const std::optional<ProtobufField> field = reader.next())
        if (field->field == train::kSessionLogStatus)
            return field->number == train::kSessionLogStart;
    return false;
}

} // namespace

std::optional<EventContent> contentOfEvent(std::string_view event) {
    EventContent content;
    ProtobufReader reader(event);
    while (const std::optional<ProtobufField> field = reader.next()) {
        if (field->field == train::kEventTime && field->wireType == 1)
            content.time = std::bit_cast<double>(field->number);
        else if (field->field == train::kEventStep && field->wireType == 0)
            content.step = static_cast<std::int64_t>(field->number);
        else if (field->field == train::kEventSessionLog && field->wireType == kBytesWire)
            content.restarts = isStart(field->bytes);
        else if (field->field == train::kEventSummary && field->wireType == kBytesWire) {
            ProtobufReader summary(field->bytes);
            while (const std::optional<ProtobufField> value = summary.next())
                if (value->field == train::kSummaryValue && value->wireType == kBytesWire)
                    takeValue(value->bytes, content.scalars);
        }
    }
    return reader.isDamaged() ? std::nullopt : std::optional(std::move(content));
}

} // namespace unlit::runs
