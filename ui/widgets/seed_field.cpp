#include "ui/widgets/seed_field.h"

#include <QValidator>

namespace unlit::ui {

namespace {

class SeedValidator : public QValidator {
public:
    using QValidator::QValidator;

    State validate(QString& text, int&) const override {
        bool isSeed = false;
        text.toULongLong(&isSeed);
        if (text.isEmpty())
            return Intermediate;
        return isSeed && text.front().isDigit() && text.back().isDigit() ? Acceptable : Invalid;
    }
};

} // namespace

SeedField::SeedField(QWidget* parent) : QLineEdit(QStringLiteral("0"), parent) {
    setValidator(new SeedValidator(this));
    connect(this, &QLineEdit::textChanged, this, [this](const QString& text) {
        bool isSeed = false;
        const std::uint64_t seed = text.toULongLong(&isSeed);
        if (!isSeed || seed == m_seed)
            return;
        m_seed = seed;
        emit seedChanged();
    });
}

void SeedField::setSeed(std::uint64_t seed) {
    setText(QString::number(seed));
}

} // namespace unlit::ui
