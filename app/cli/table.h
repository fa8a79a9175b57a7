// Two columns of text for people: a label, and what it stands for.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace unlit::cli {

class Table {
public:
    /// Rows with the same label in a row show it once. Control characters are replaced; texts of
    /// more than 300 columns are cut.
    void add(const std::string& label, const std::string& text);

    /// Indented, without a newline at the end; empty without rows.
    std::string text() const;

private:
    std::vector<std::pair<std::string, std::string>> m_rows;
};

} // namespace unlit::cli
