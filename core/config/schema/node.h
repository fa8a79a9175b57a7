// A document of settings, before anyone knows what its values mean: scalars, lists and maps, each
// with the place where it was written.
#pragma once

#include "core/base/error.h"

#include <string>
#include <string_view>
#include <vector>

namespace unlit::config {

struct Entry;

/// A value. Copies are deep. An empty document is an empty map.
struct Node {
    enum class Kind { Null, Scalar, List, Map };
    Kind kind = Kind::Null;
    std::string scalar;         ///< the text of a Scalar, without quotes
    bool isQuoted = false;      ///< then it is a text, whatever it looks like
    std::vector<Node> list;     ///< of a List
    std::vector<Entry> entries; ///< of a Map, in the order of the file, each key once
    SourceMark mark;            ///< where the value begins

    static Node null();
    static Node plain(std::string text);  ///< a number, a truth value, a name
    static Node quoted(std::string text); ///< a text
    static Node emptyMap();

    const Entry* find(std::string_view key) const;
    Entry* find(std::string_view key);
    /// Makes the key where it is missing. Precondition: a Map.
    Node& operator[](const std::string& key);
    /// The node at "trainer.save_period" or "dataset.val.0.dir"; nullptr where there is none.
    const Node* at(std::string_view path) const;
};

struct Entry {
    std::string key;
    SourceMark mark; ///< where the key stands
    Node value;
};

inline Node Node::null() { // here, where what a Node is made of is complete
    return {};
}

/// Maps are merged key by key, everything else is replaced: `over` wins.
void mergeInto(Node& base, const Node& over);

/// "a.b.0" as its parts; "val[0].dir" means "val.0.dir".
std::vector<std::string> pathParts(std::string_view path);

/// "a" + "b" = "a.b"; "" + "b" = "b".
std::string joinedPath(const std::string& path, const std::string& key);

/// The index that a part of a path means; -1 when it is none.
long listIndex(const std::string& part);

} // namespace unlit::config
