#include "ui/widgets/keys_dialog.h"

#include <QDialogButtonBox>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace unlit::ui {

namespace {

constexpr QSize kKeysSize(760, 620);

QString tableOf(const std::vector<KeyGroup>& groups) {
    QString html;
    for (const KeyGroup& group : groups) {
        html += QStringLiteral("<h3>%1</h3><table width='100%'>").arg(group.title.toHtmlEscaped());
        for (const auto& [keys, text] : group.lines)
            html += QStringLiteral("<tr><td width='34%'>%1</td><td>%2</td></tr>")
                        .arg(keys.toHtmlEscaped(), text.toHtmlEscaped());
        html += QStringLiteral("</table>");
    }
    return html;
}

} // namespace

KeysDialog::KeysDialog(const std::vector<KeyGroup>& groups, QWidget* parent) : QDialog(parent) {
    setObjectName(QStringLiteral("keysDialog"));
    setWindowTitle(tr("Keys of the studio"));
    auto* table = new QTextBrowser(this);
    table->setObjectName(QStringLiteral("words"));
    table->setAccessibleName(windowTitle());
    table->setFrameShape(QFrame::NoFrame);
    table->document()->setDocumentMargin(16);
    table->setHtml(tableOf(groups));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->addWidget(table, 1);
    column->addWidget(buttons);
    resize(kKeysSize.boundedTo(parent != nullptr ? parent->size() : kKeysSize));
}

} // namespace unlit::ui
