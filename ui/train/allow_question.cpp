#include "ui/train/allow_question.h"

#include "core/session/train/allowed_programs.h"
#include "ui/kit/text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/form_column.h"

#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kQuestionWidthPx = 620;
constexpr int kLeastTextPx = 64;
constexpr int kMostTextPx = 320;

} // namespace

AllowQuestion::AllowQuestion(const std::vector<std::string>& programs, QWidget* parent)
    : QDialog(parent), m_text(new QPlainTextEdit(this)), m_buttons(new QDialogButtonBox(this)) {
    setWindowTitle(tr("This recipe starts programs"));
    QStringList lines;
    for (const std::string& program : programs)
        lines += toQString(program);
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setFont(valueFont());
    m_text->setWordWrapMode(QTextOption::WrapAnywhere); // nothing of it stands out of sight
    m_text->setPlainText(lines.join(QStringLiteral("\n\n")));
    m_text->setAccessibleName(tr("Programs"));
    const int wide = kQuestionWidthPx - 60;
    const int rows = std::max(1, m_text->fontMetrics().horizontalAdvance(lines.join(u' ')) / wide) +
                     2 * static_cast<int>(lines.size());
    m_text->setFixedHeight(
        std::clamp(rows * m_text->fontMetrics().lineSpacing(), kLeastTextPx, kMostTextPx));
    QLabel* lead =
        makeLabel(tr("This recipe starts programs that were never allowed here:"), "label", this);
    QLabel* advice = makeLabel(
        tr("They can do whatever you can. Allow them if you know what they do."), "hint", this);
    for (QLabel* label : {lead, advice})
        label->setWordWrap(true);
    auto* allowing = m_buttons->addButton(tr("Allow and start"), QDialogButtonBox::AcceptRole);
    auto* leaving = m_buttons->addButton(tr("Do not start"), QDialogButtonBox::RejectRole);
    allowing->setAutoDefault(false);
    leaving->setDefault(true);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->addWidget(lead);
    column->addWidget(m_text);
    column->addWidget(advice);
    column->addWidget(m_buttons);
    resize(kQuestionWidthPx, sizeHint().height());
    leaving->setFocus();
}

AllowQuestion* openAllowQuestion(QWidget* parent, const std::vector<std::string>& programs,
                                 const std::function<void()>& allowed,
                                 const std::function<void()>& failed) {
    auto* question = new AllowQuestion(programs, parent);
    question->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(question, &QDialog::accepted, parent, [programs, allowed, failed] {
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
