// The pictures that a model makes, as the form edits them: lines of target_properties.
#pragma once

#include "core/config/schema/node.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace unlit::ui {

/// One target. What its map says beyond this stays as it is.
struct TargetLine {
    std::string name;
    std::string space; ///< prediction_space: "srgb", "linear", "stack", or what else is written
    bool upToScale = false;
    std::array<std::string, 3> parts; ///< the planes of a stack; empty = not used
};

/// Reads the value of the setting and writes it again with one thing changed. A line whose name is
/// empty or stands above already keeps what it said, so that a name can be typed letter by letter.
class TargetList {
public:
    /// What is no map of targets reads as no lines.
    void read(const config::Node& value);

    std::vector<TargetLine> lines() const;

    void rename(std::size_t line, const std::string& name);
    void setSpace(std::size_t line, const std::string& space);
    void setUpToScale(std::size_t line, bool isFree);
    void setPart(std::size_t line, std::size_t part, const std::string& name);
    /// Behind the others, of a name that is not there yet.
    void add();
    void remove(std::size_t line);

    /// The value. Maps of names that are gone are left out; `fallback`, what bases say, is told so
    /// by null.
    config::Node write(const config::Node& fallback) const;

private:
    struct Line {
        std::string name;
        config::Node properties; ///< a map
    };

    bool ownsItsMap(std::size_t line) const;
    std::vector<std::string> knownKeys() const;

    config::Node m_value = config::Node::emptyMap();
    std::vector<Line> m_lines;
};

} // namespace unlit::ui
