#include "ui/train/allow_question.h"

#include "core/session/train/allowed_programs.h"
#include "ui/kit/text.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

namespace unlit::ui {

QMessageBox* openAllowQuestion(QWidget* parent, const std::vector<std::string>& programs,
                               const std::function<void()>& allowed,
                               const std::function<void()>& failed) {
    auto* question =
        new QMessageBox(QMessageBox::Warning,
                        QCoreApplication::translate("AllowQuestion", "This recipe starts programs"),
                        {}, QMessageBox::NoButton, parent);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setTextFormat(Qt::PlainText); // a recipe may name anything
    QStringList lines;
    for (const std::string& program : programs)
        lines += toQString(program);
    question->setText(QCoreApplication::translate(
                          "AllowQuestion", "This recipe starts programs that were never allowed "
                                           "here:") +
                      QStringLiteral("\n\n") + lines.join(u'\n'));
    question->setInformativeText(QCoreApplication::translate(
        "AllowQuestion", "They can do whatever you can. Allow them if you know what they do."));
    auto* allowing = question->addButton(
        QCoreApplication::translate("AllowQuestion", "Allow and start"), QMessageBox::AcceptRole);
    auto* leaving = question->addButton(
        QCoreApplication::translate("AllowQuestion", "Do not start"), QMessageBox::RejectRole);
    question->setDefaultButton(leaving);
    question->setEscapeButton(leaving);
    QObject::connect(allowing, &QPushButton::clicked, parent, [programs, allowed, failed] {
        try {
            allowPrograms(programs);
        } catch (...) {
            return failed();
        }
        allowed();
    });
    question->open();
    return question;
}

} // namespace unlit::ui
