// The bytes of a recipe as the text that is edited, and back.
#pragma once

#include <QByteArray>
#include <QString>

#include <filesystem>

namespace unlit::ui {

struct RecipeFile {
    QString text;     ///< lines end in \n, no byte order mark
    QByteArray bytes; ///< as they were read
    bool hasByteOrderMark = false;
    bool endsLinesWithCrLf = false; ///< all of them
};

/// The config.yaml of a run folder. Throws Error: NotFound, Io; InvalidInput for another folder,
/// more than 4 MiB, and what is not text in UTF-8.
RecipeFile readRecipeFile(const std::filesystem::path& file);

/// Throws Error::invalidInput that names `shownAs` for what is not text in UTF-8.
RecipeFile recipeFileOf(const QByteArray& bytes, const std::filesystem::path& shownAs);

/// `text` with the line ends and the mark of `like`; its own bytes where the text is its own.
QByteArray recipeBytes(const RecipeFile& like, const QString& text);

/// The file that a path means: of a run folder its config.yaml.
std::filesystem::path recipePath(const std::filesystem::path& path);

} // namespace unlit::ui
