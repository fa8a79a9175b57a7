#include "ui/widgets/settings_line.h"

#include <QProcess>

#include <utility>

namespace unlit::ui {

namespace {

constexpr QStringView kQuoteWithin = u"\"\"\""; // as QProcess::splitCommand() takes one for itself

/// Where the word at `cursor` begins and ends.
std::pair<int, int> wordAt(const QString& text, int cursor) {
    int begin = 0;
    bool isQuoted = false;
    for (int i = 0; i < static_cast<int>(text.size()); ++i) {
        if (QStringView(text).mid(i, kQuoteWithin.size()) == kQuoteWithin) {
            i += static_cast<int>(kQuoteWithin.size()) - 1;
            continue;
        }
        isQuoted = isQuoted != (text[i] == u'"');
        if (isQuoted || text[i] != u' ')
            continue;
        if (i >= cursor)
            return {begin, i};
        begin = i + 1;
    }
    return {begin, static_cast<int>(text.size())};
}

/// Of a value with spaces or quotes, so that it is read as it is.
QString shielded(QString value) {
    if (!value.contains(u' ') && !value.contains(u'"'))
        return value;
    return u'"' + value.replace(u'"', kQuoteWithin.toString()) + u'"';
}

} // namespace

SettingsLine::SettingsLine(QWidget* parent) : QLineEdit(parent) {
    setAcceptDrops(false); // files go to the window
}

std::vector<std::string> SettingsLine::settings() const {
    std::vector<std::string> settings;
    for (const QString& setting : QProcess::splitCommand(text()))
        settings.push_back(setting.toStdString());
    return settings;
}

QString SettingsLine::keyAtCursor() const {
    const auto [begin, end] = wordAt(text(), cursorPosition());
    return text().mid(begin, end - begin).section(u'=', 0, 0).trimmed();
}

void SettingsLine::putSetting(const QString& key, const QString& value) {
    const auto [begin, end] = wordAt(text(), cursorPosition());
    const QString word = key + u'=' + shielded(value);
    setText(text().left(begin) + word + text().mid(end));
    const int length = static_cast<int>(word.size() - key.size()) - 1;
    setSelection(begin + static_cast<int>(key.size()) + 1, length);
}

} // namespace unlit::ui
