// The German words are complete, and say what the English ones say: no string of the sources lacks
// one, none has gone from the sources, and placeholders, keys and ellipses are the same.
#include "tests/ui/translation_file.h"

#include <QMap>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <algorithm>

namespace unlit::ui {

namespace {

const QString kWordsFolder = QStringLiteral(UNLIT_SOURCE_DIR "/ui/translations/");

/// What lupdate makes of a copy of the file when it has seen the sources of today.
std::vector<TranslatedMessage> updatedWords(const QString& name, const QStringList& options) {
    const QTemporaryDir folder;
    const QString copy = folder.filePath(name);
    if (!QFile::copy(kWordsFolder + name, copy))
        return {};
    QProcess update;
    update.setWorkingDirectory(QStringLiteral(UNLIT_SOURCE_DIR));
    const QStringList arguments{QStringLiteral("-I"), QStringLiteral("."), QStringLiteral("ui"),
                                QStringLiteral("-locations"), QStringLiteral("none")};
    update.start(QStringLiteral(UNLIT_LUPDATE),
                 arguments + options + QStringList{QStringLiteral("-ts"), copy});
    const bool isDone = update.waitForFinished(300'000) && update.exitCode() == 0;
    EXPECT_TRUE(isDone) << update.errorString().toStdString()
                        << update.readAllStandardError().toStdString();
    return isDone ? readTranslations(copy) : std::vector<TranslatedMessage>();
}

void expectFinished(const std::vector<TranslatedMessage>& messages, const char* remedy) {
    for (const TranslatedMessage& message : messages) {
        // unfinished, or vanished or obsolete where no source has the string any more
        EXPECT_TRUE(message.state.isEmpty())
            << message.state.toStdString() << " in " << message.context.toStdString() << ": \""
            << message.source.toStdString() << "\"; " << remedy;
        EXPECT_EQ(message.forms.size(), message.isPlural ? 2 : 1) << message.source.toStdString();
        for (const QString& form : message.forms)
            EXPECT_FALSE(form.isEmpty()) << message.source.toStdString();
    }
}

QStringList allMatches(const QString& pattern, const QString& text) {
    QStringList found;
    QRegularExpressionMatchIterator match = QRegularExpression(pattern).globalMatch(text);
    while (match.hasNext())
        found += match.next().captured();
    std::ranges::sort(found);
    return found;
}

/// "Ctrl+Shift+PgUp" as a German keyboard has it.
QString germanKey(const QString& key) {
    static const QMap<QString, QString> kNames = {
        {QStringLiteral("Ctrl"), QStringLiteral("Strg")},
        {QStringLiteral("Shift"), QStringLiteral("Umschalt")},
        {QStringLiteral("Space"), QStringLiteral("Leertaste")},
        {QStringLiteral("Return"), QStringLiteral("Eingabe")},
        {QStringLiteral("PgUp"), QStringLiteral("Bild↑")},
        {QStringLiteral("PgDown"), QStringLiteral("Bild↓")},
        {QStringLiteral("Left"), QStringLiteral("Links")},
        {QStringLiteral("Right"), QStringLiteral("Rechts")},
        {QStringLiteral("Up"), QStringLiteral("Hoch")},
        {QStringLiteral("Down"), QStringLiteral("Runter")}};
    QStringList parts = key.split(u'+');
    for (QString& part : parts)
        part = kNames.value(part, part);
    return parts.join(u'+');
}

QStringList keysIn(const QString& text) {
    return allMatches(QStringLiteral("(?:(?:Ctrl|Strg|Shift|Umschalt|Alt)\\+)+(?:[\\w↑↓%]+|[.])"),
                      text);
}

TEST(Translations, NoStringOfTheSourcesLacksAGermanOneAndNoneIsLeftOver) {
    const auto messages = updatedWords(QStringLiteral("unlit_de.ts"), {});
    EXPECT_GT(messages.size(), 1000U);
    expectFinished(messages, "./dev words, then translate it in ui/translations/unlit_de.ts");
}

TEST(Translations, EveryPluralHasItsEnglishForms) {
    const auto messages =
        updatedWords(QStringLiteral("unlit_en.ts"), {QStringLiteral("-pluralonly")});
    EXPECT_GT(messages.size(), 20U);
    expectFinished(messages, "./dev words, then write both forms in ui/translations/unlit_en.ts");
}

TEST(Translations, PlaceholdersAreTheSame) {
    const QString pattern = QStringLiteral("%[0-9n]");
    for (const char* file : {"unlit_de.ts", "unlit_en.ts"}) {
        for (const auto& message : readTranslations(kWordsFolder + QString::fromLatin1(file))) {
            QStringList wanted = allMatches(pattern, message.source);
            for (qsizetype form = 0; form < message.forms.size(); ++form) {
                const QStringList found = allMatches(pattern, message.forms[form]);
                QStringList withoutCount = wanted; // one may be said in words
                withoutCount.removeOne(QStringLiteral("%n"));
                const bool isOne = message.isPlural && form == 0;
                EXPECT_TRUE(found == wanted || (isOne && found == withoutCount))
                    << message.source.toStdString() << " -> " << message.forms[form].toStdString();
            }
        }
    }
}

TEST(Translations, KeysMarksAndEndsAreTheSame) {
    for (const auto& message : readTranslations(kWordsFolder + QStringLiteral("unlit_de.ts"))) {
        QStringList keys;
        for (const QString& key : keysIn(message.source))
            keys += germanKey(key);
        std::ranges::sort(keys);
        for (const QString& form : message.forms) {
            EXPECT_EQ(keysIn(form), keys) << message.source.toStdString();
            EXPECT_EQ(form.count(u'&'), message.source.count(u'&')) << form.toStdString();
            for (const QChar end : {u'…', u'.', u':', u' ', u'\n'})
                EXPECT_EQ(form.endsWith(end), message.source.endsWith(end)) << form.toStdString();
            for (const QChar start : {u' ', u'\n'})
                EXPECT_EQ(form.startsWith(start), message.source.startsWith(start))
                    << form.toStdString();
        }
    }
}

} // namespace

} // namespace unlit::ui
