// Pairs of a set that are kept out of its use: a list beside it, with undo. No picture is touched.
#pragma once

#include "core/data/source/filename_list.h"
#include "core/session/data/dataset_commands.h"

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace unlit {

/// `pairs` without those of `leftOut`. Two are the same when beauty and albedo are; lines and masks
/// do not count.
std::vector<data::ListedPair> pairsBeside(const std::vector<data::ListedPair>& pairs,
                                          const std::vector<data::ListedPair>& leftOut);

/// The list is a filename_list: what `unlit dataset check --quarantine` writes, and what
/// `--without` of the other verbs reads. It is written anew with every change, whole or not at all;
/// without pairs there is no file. One thread.
class Quarantine {
public:
    /// Holds nothing, and nothing can be added.
    Quarantine() = default;
    /// Reads `list` if it is there. Throws as readFilenameList.
    explicit Quarantine(std::filesystem::path list);

    /// quarantine.txt in a folder; NAME.quarantine.txt beside an archive or a list.
    static std::filesystem::path usualList(const std::filesystem::path& source);

    const std::filesystem::path& list() const { return m_list; }

    const std::vector<data::ListedPair>& pairs() const { return m_pairs; }

    bool holds(const data::ListedPair& pair) const;

    /// Those that are in it already stay once. Throws Error where the list cannot be written, or
    /// where another program has changed it meanwhile: then nothing has changed here.
    void add(const std::vector<data::ListedPair>& pairs);
    /// Takes them out again. Throws as add().
    void restore(const std::vector<data::ListedPair>& pairs);

    bool canUndo() const { return !m_past.empty(); }

    bool canRedo() const { return !m_future.empty(); }

    /// The list as it was before the last change of this object, byte by byte. Throws as add().
    /// Precondition: canUndo().
    void undo();
    /// Precondition: canRedo().
    void redo();

private:
    /// What stands in the list; nullopt = there is no file.
    using Content = std::optional<std::string>;

    void change(std::vector<data::ListedPair> pairs);
    void write(const Content& content);
    void take(Content content);
    static Content contentOf(const std::filesystem::path& list);

    std::filesystem::path m_list;
    Content m_content;
    std::vector<data::ListedPair> m_pairs;
    std::set<std::string> m_keys; ///< of m_pairs
    std::vector<Content> m_past;
    std::vector<Content> m_future;
};

} // namespace unlit
