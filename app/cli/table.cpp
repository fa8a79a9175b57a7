#include "app/cli/table.h"

#include "app/cli/live_line.h"

#include <algorithm>

namespace unlit::cli {

namespace {

constexpr int kLongest = 300; // XMP packets and ICC descriptions run to kilobytes

} // namespace

void Table::add(const std::string& label, const std::string& text) {
    m_rows.emplace_back(label, cutToColumns(printable(text), kLongest));
}

std::string Table::text() const {
    std::size_t width = 0;
    for (const auto& [label, text] : m_rows)
        width = std::max(width, label.size());
    std::string out;
    std::string last;
    for (const auto& [label, text] : m_rows) {
        std::string shown = label == last ? "" : label;
        shown.resize(width, ' ');
        out += (out.empty() ? "  " : "\n  ") + shown + "  " + text;
        last = label;
    }
    return out;
}

} // namespace unlit::cli
