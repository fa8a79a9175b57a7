// Reads the files of lupdate (.ts).
#pragma once

#include <QFile>
#include <QXmlStreamReader>

#include <vector>

namespace unlit::ui {

struct TranslatedMessage {
    QString context;
    QString source;
    QString state; ///< of the translation; "" = finished
    bool isPlural = false;
    QStringList forms; ///< one, or the plural's
};

inline void readMessage(QXmlStreamReader& xml, TranslatedMessage& message) {
    while (xml.readNextStartElement()) {
        if (xml.name() == u"source") {
            message.source = xml.readElementText();
        } else if (xml.name() == u"translation") {
            message.state = xml.attributes().value(QStringLiteral("type")).toString();
            if (!message.isPlural) {
                message.forms = {xml.readElementText()};
                continue;
            }
            while (xml.readNextStartElement())
                message.forms += xml.readElementText();
        } else {
            xml.skipCurrentElement();
        }
    }
}

/// Empty where the file cannot be read.
inline std::vector<TranslatedMessage> readTranslations(const QString& path) {
    std::vector<TranslatedMessage> messages;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return messages;
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == u"name") {
            context = xml.readElementText();
        } else if (xml.name() == u"message") {
            TranslatedMessage message;
            message.context = context;
            message.isPlural = xml.attributes().value(QStringLiteral("numerus")) == u"yes";
            readMessage(xml, message);
            messages.push_back(message);
        }
    }
    return xml.hasError() ? std::vector<TranslatedMessage>() : messages;
}

} // namespace unlit::ui
