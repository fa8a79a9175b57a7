#include "app/studio/qt_messages.h"

#include "core/base/log.h"

#include <QString>

#include <string>

namespace unlit {

namespace {

// Qt's hook is a plain function: it can reach nothing but a static.
QtMessageHandler handlerBefore = nullptr;

LogLevel levelOf(QtMsgType type) {
    switch (type) {
    case QtDebugMsg:
        return LogLevel::Debug;
    case QtInfoMsg:
        return LogLevel::Info;
    case QtWarningMsg:
        return LogLevel::Warning;
    case QtCriticalMsg:
    case QtFatalMsg:
        break;
    }
    return LogLevel::Error;
}

void handleMessage(QtMsgType type, const QMessageLogContext& context, const QString& text) {
    const std::string category = context.category == nullptr ? "" : context.category;
    logMessage(levelOf(type), "Qt, " + category + ": " + text.toStdString());
    if (handlerBefore != nullptr)
        handlerBefore(type, context, text);
}

} // namespace

void logQtMessages() {
    const QtMessageHandler before = qInstallMessageHandler(handleMessage);
    if (before != handleMessage)
        handlerBefore = before;
}

} // namespace unlit
