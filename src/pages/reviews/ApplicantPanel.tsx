import { formatMoney } from '#contract/kernel/format.ts'
import type { ReviewDetail } from '#contract/reviews/detail.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { DescriptionList } from '#src/ui/data/DescriptionList.tsx'
import { Panel } from '#src/ui/Panel.tsx'

/** Who applies, as far as it helps to decide. */
export function ApplicantPanel({ detail: { applicant, earlier } }: { detail: ReviewDetail }) {
  const { text, word } = useText()
  const language = useLanguage()
  const said = (...parts: readonly (string | null)[]) => parts.filter(Boolean).join(' · ') || '–'
  const loans = earlier.slice(0, 3).map(({ state, overdueDays }) => {
    const late = overdueDays ? ` (${text('reviews.daysLate', { count: overdueDays })})` : ''
    return `${word('loans.state', state)}${late}`
  })
  return (
    <Panel title={text('reviews.applicant')}>
      <DescriptionList
        facts={[
          [text('customers.profession'), said(applicant.profession, applicant.employment)],
          [text('customers.income'), applicant.income ? formatMoney(applicant.income, language) : '–'],
          [text('customers.education'), said(applicant.education)],
          [text('customers.address'), said(applicant.address)],
          [text('reviews.account'), said(applicant.bank, applicant.account)],
          [text('reviews.earlier'), loans.length > 0 ? loans.join(', ') : text('reviews.noEarlier')],
        ]}
      />
    </Panel>
  )
}
