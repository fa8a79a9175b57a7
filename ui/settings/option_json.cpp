#include "ui/settings/option_json.h"

#include "ui/settings/described_settings.h"

#include <QLocale>

#include <cmath>

namespace unlit::ui {

namespace {

constexpr double kExactWhole = 9007199254740992; // 2^53

std::string escaped(const std::string& path) {
    return QByteArray::fromStdString(path).toPercentEncoding(QByteArrayLiteral("/ ")).toStdString();
}

std::string unescaped(const std::string& text) {
    return QByteArray::fromPercentEncoding(QByteArray::fromStdString(text)).toStdString();
}

QJsonValue jsonFrom(const config::Option& option) {
    const config::Value value = option.setting.get();
    if (const auto* isOn = std::get_if<bool>(&value))
        return *isOn;
    if (const auto* number = std::get_if<double>(&value))
        return *number;
    if (const auto* number = std::get_if<std::int64_t>(&value); number && !option.isUnsigned)
        return static_cast<qint64>(*number);
    const std::string text = textOf(option);
    return QString::fromStdString(option.setting.kind == config::SettingKind::Path ? escaped(text)
                                                                                   : text);
}

std::string textFrom(const QJsonValue& value) {
    if (value.isBool())
        return value.toBool() ? "true" : "false";
    if (value.isString())
        return value.toString().toStdString();
    const double number = value.toDouble(std::nan(""));
    if (std::abs(number) < kExactWhole && number == std::trunc(number))
        return std::to_string(static_cast<std::int64_t>(number));
    return value.isDouble()
               ? QString::number(number, 'g', QLocale::FloatingPointShortest).toStdString()
               : std::string();
}

} // namespace

QJsonObject optionsJson(const config::Options& options) {
    QJsonObject json;
    for (const config::Option& option : options)
        if (option.isSet() && !textOf(option).empty())
            json[QString::fromStdString(option.key())] = jsonFrom(option);
    return json;
}

void readOptions(const QJsonObject& json, const config::Options& options) {
    StoredTexts stored;
    for (auto entry = json.begin(); entry != json.end(); ++entry)
        stored[entry.key().toStdString()] = textFrom(entry.value());
    for (const config::Option& option : options)
        if (option.setting.kind == config::SettingKind::Path && stored.contains(option.key()))
            stored[option.key()] = unescaped(stored[option.key()]);
    readStored(options, std::move(stored));
}

} // namespace unlit::ui
