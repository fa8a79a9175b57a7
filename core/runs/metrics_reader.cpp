#include "core/runs/metrics_reader.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

namespace unlit::runs {

namespace {

using Json = nlohmann::json;

/// Takes the numbers of a flat object; builds no document.
class RowHandler : public nlohmann::json_sax<Json> {
public:
    train::MetricRow row;
    bool hasStep = false;

    bool null() override { return take(std::numeric_limits<double>::quiet_NaN()); }

    bool boolean(bool) override { return true; }

    bool number_integer(number_integer_t value) override { return takeInteger(value); }

    bool number_unsigned(number_unsigned_t value) override {
        return takeInteger(static_cast<std::int64_t>(value));
    }

    bool number_float(number_float_t value, const string_t&) override { return take(value); }

    bool string(string_t&) override { return true; }

    bool binary(binary_t&) override { return true; }

    bool start_object(std::size_t) override {
        ++m_depth;
        return true;
    }

    bool key(string_t& key) override {
        m_key = key;
        return true;
    }

    bool end_object() override {
        --m_depth;
        return true;
    }

    bool start_array(std::size_t) override {
        ++m_depth;
        return true;
    }

    bool end_array() override {
        --m_depth;
        return true;
    }

    bool parse_error(std::size_t, const std::string&, const Json::exception&) override {
        return false;
    }

private:
    bool takeInteger(std::int64_t value) {
        if (m_depth == 1 && m_key == "step") {
            row.step = value;
            hasStep = true;
            return true;
        }
        if (m_depth == 1 && m_key == "epoch") {
            row.epoch = value;
            return true;
        }
        return take(static_cast<double>(value));
    }

    bool take(double value) {
        if (m_depth != 1)
            return true;
        if (m_key == "time")
            row.time = std::isfinite(value) ? value : 0;
        else if (m_key != "step" && m_key != "epoch")
            row.scalars.push_back({m_key, value});
        return true;
    }

    int m_depth = 0;
    std::string m_key;
};

} // namespace

std::optional<train::MetricRow> rowOfLine(std::string_view line) {
    RowHandler handler;
    if (line.empty() || line.front() != '{' ||
        !Json::sax_parse(line.begin(), line.end(), &handler) || !handler.hasStep)
        return std::nullopt;
    return std::move(handler.row);
}

ReadNews MetricsReader::poll(const OnRow& onRow, std::size_t mostBytes) {
    ReadNews news;
    const Growth growth = m_file.look();
    if (growth == Growth::Restarted) {
        news.isRestarted = true;
        m_badLines = 0;
    }
    const std::string bytes = m_file.next(mostBytes);
    const std::string_view all = bytes;
    const std::size_t end = all.rfind('\n');
    if (end == std::string_view::npos)
        return news;
    for (std::size_t begin = 0; begin <= end;) {
        const std::size_t stop = all.find('\n', begin);
        const std::string_view line = all.substr(begin, stop - begin);
        begin = stop + 1;
        if (const auto row = rowOfLine(line)) {
            onRow(*row);
            ++news.rows;
        } else if (!line.empty()) {
            ++m_badLines;
        }
    }
    m_file.consume(all.substr(0, end + 1));
    news.hasMore = bytes.size() == mostBytes;
    return news;
}

} // namespace unlit::runs
