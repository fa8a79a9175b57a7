#include "ui/settings/language.h"

#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

static void initTranslations() {
    Q_INIT_RESOURCE(translations); // a static library's resources are not linked in by themselves
}

namespace unlit::ui {

namespace {

const QString kTranslatorName = QStringLiteral("studioWords");

void addWords(QCoreApplication& application, const QString& file) {
    auto* words = new QTranslator(&application);
    words->setObjectName(kTranslatorName);
    if (words->load(file))
        QCoreApplication::installTranslator(words);
    else
        delete words;
}

} // namespace

QString toString(Language language) {
    switch (language) {
    case Language::System:
        break;
    case Language::English:
        return QStringLiteral("en");
    case Language::German:
        return QStringLiteral("de");
    }
    return QStringLiteral("system");
}

std::optional<Language> languageFromString(const QString& text) {
    for (const Language language : {Language::System, Language::English, Language::German})
        if (text == toString(language))
            return language;
    return std::nullopt;
}

Language spokenLanguage(Language chosen, const QStringList& systemLanguages) {
    if (chosen != Language::System)
        return chosen;
    for (const QString& tag : systemLanguages) { // "de-AT", "C"
        const auto known = languageFromString(tag.section(u'-', 0, 0).toLower());
        if (known && *known != Language::System)
            return *known;
    }
    return Language::English;
}

void installLanguage(QCoreApplication& application, Language chosen) {
    initTranslations();
    qDeleteAll(application.findChildren<QTranslator*>(kTranslatorName));
    const QString code = toString(spokenLanguage(chosen, QLocale::system().uiLanguages()));
    QLocale::setDefault(QLocale::c());
    addWords(application, QLibraryInfo::path(QLibraryInfo::TranslationsPath) +
                              QStringLiteral("/qtbase_%1.qm").arg(code));
    addWords(application, QStringLiteral(":/translations/unlit_%1.qm").arg(code));
}

} // namespace unlit::ui
