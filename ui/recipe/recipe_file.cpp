#include "ui/recipe/recipe_file.h"

#include "core/base/error.h"
#include "core/config/yaml/yaml_reader.h"

#include <QStringDecoder>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

constexpr const char* kMark = "\xEF\xBB\xBF";

int lineOf(const QByteArray& bytes, qsizetype at) {
    return static_cast<int>(bytes.first(at).count('\n')) + 1;
}

/// The first byte that no text has; -1 where there is none.
qsizetype firstStranger(const QByteArray& bytes) {
    for (qsizetype i = 0; i < bytes.size(); ++i) {
        const auto byte = static_cast<unsigned char>(bytes[i]);
        if ((byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7F)
            return i;
    }
    return -1;
}

} // namespace

fs::path recipePath(const fs::path& path) {
    std::error_code ignored;
    return fs::is_directory(path, ignored) && fs::is_regular_file(path / "config.yaml", ignored)
               ? path / "config.yaml"
               : path;
}

RecipeFile recipeFileOf(const QByteArray& bytes, const fs::path& shownAs) {
    RecipeFile file;
    file.bytes = bytes;
    if (const qsizetype at = firstStranger(bytes); at >= 0)
        throw Error::invalidInput(shownAs.string() + " is not a text: line " +
                                      std::to_string(lineOf(bytes, at)) +
                                      " holds a byte that no text has",
                                  "a recipe is a YAML file");
    QByteArray content = bytes;
    file.hasByteOrderMark = content.startsWith(kMark);
    if (file.hasByteOrderMark)
        content.remove(0, 3);
    QStringDecoder decode(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    file.text = decode(content);
    if (decode.hasError())
        throw Error::invalidInput(shownAs.string() + " is not text in UTF-8",
                                  "save it as UTF-8 in the program that wrote it");
    const qsizetype ends = file.text.count(u'\n');
    const qsizetype pairs = file.text.count(QStringLiteral("\r\n"));
    file.endsLinesWithCrLf = pairs > 0 && pairs == ends && file.text.count(u'\r') == pairs;
    file.text.replace(QStringLiteral("\r\n"), QStringLiteral("\n"));
    file.text.replace(u'\r', u'\n');
    return file;
}

RecipeFile readRecipeFile(const fs::path& file) {
    const fs::path yaml = recipePath(file);
    return recipeFileOf(QByteArray::fromStdString(config::readConfigText(yaml)), yaml);
}

QByteArray recipeBytes(const RecipeFile& like, const QString& text) {
    if (text == like.text)
        return like.bytes;
    QString lines = text;
    if (like.endsLinesWithCrLf)
        lines.replace(u'\n', QStringLiteral("\r\n"));
    return (like.hasByteOrderMark ? QByteArray(kMark) : QByteArray()) + lines.toUtf8();
}

} // namespace unlit::ui
