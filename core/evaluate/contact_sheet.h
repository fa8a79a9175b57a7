// A picture of pictures: input, what each model made of it, truth.
#pragma once

#include "core/image/image.h"

#include <map>
#include <string>
#include <vector>

namespace unlit::evaluate {

/// Display-encoded small pictures by row and column; what never comes stays dark.
class ContactSheet {
public:
    /// Longer side of a small picture, in pixels.
    static constexpr int kTile = 192;

    /// `columns`: their labels, left to right.
    explicit ContactSheet(std::vector<std::string> columns) : m_columns(std::move(columns)) {}

    /// Only a small copy of the picture is kept. `linear`: R, G, B, scene-linear; it is clipped and
    /// encoded as sRGB. `row`: of the set's picture; rows appear in this order.
    void put(std::size_t row, std::size_t column, const Image& linear);

    void nameRow(std::size_t row, std::string name) { m_names[row] = std::move(name); }

    /// A small picture as put() has made it.
    void putTile(std::size_t row, std::size_t column, Image tile) {
        m_rows[row].insert_or_assign(column, std::move(tile));
    }

    /// Small pictures by row and column.
    const std::map<std::size_t, std::map<std::size_t, Image>>& rows() const { return m_rows; }

    const std::map<std::size_t, std::string>& names() const { return m_names; }

    bool empty() const { return m_rows.empty(); }

    /// sRGB, with a line of labels above and one below each row.
    Image draw() const;

private:
    std::vector<std::string> m_columns;
    std::map<std::size_t, std::string> m_names;
    std::map<std::size_t, std::map<std::size_t, Image>> m_rows;
};

} // namespace unlit::evaluate
