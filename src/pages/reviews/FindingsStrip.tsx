import type { Tone } from '#contract/kernel/vocabulary.ts'
import type { ReviewDetail } from '#contract/reviews/detail.ts'
import { useText } from '#src/locale/text.ts'
import { StateBadge } from '#src/ui/data/StateBadge.tsx'
import styles from './Reviews.module.css'

interface Finding {
  readonly key: string
  readonly tone: Tone
  readonly says: string
  /** The row of what was compared that it is about. */
  readonly row?: number
}

/** What stands out, the worst first: differences, numbers that are not valid, what others have too; then what agrees. */
function useFindings({ compared, elsewhere }: ReviewDetail): Finding[] {
  const { text, word } = useText()
  const numbered = compared.map((row, i) => ({ ...row, row: i + 1, name: word('readings.field', row.field) }))
  const differing = numbered.filter(({ same }) => same === false)
  const invalid = numbered.filter(({ valid, same }) => valid === false && same !== false)
  const shared = elsewhere.filter(({ others }) => others > 0)
  const agreeing = numbered.filter(({ same }) => same === true)
  return [
    ...differing.map(({ field, name, row }) => {
      return { key: field, tone: 'bad' as const, says: text('reviews.finding.differs', { field: name }), row }
    }),
    ...invalid.map(({ field, name, row }) => {
      return { key: field, tone: 'bad' as const, says: text('reviews.finding.invalid', { field: name }), row }
    }),
    ...shared.map(({ what, others, overdue }) => {
      const values = { what: word('reviews.elsewhere', what), others, overdue }
      const tone: Tone = overdue > 0 ? 'bad' : 'warn'
      return { key: `same ${what}`, tone, says: text('reviews.finding.shared', values) }
    }),
    { key: 'agree', tone: 'good', says: text('reviews.finding.agree', { count: agreeing.length }) },
  ]
}

/** What stands out, in one line; the numbers are those of the rows below. */
export function FindingsStrip({ detail }: { detail: ReviewDetail }) {
  const { text, word } = useText()
  const findings = useFindings(detail)
  const open = detail.rules.filter(({ hit }) => hit)
  return (
    <ul className={styles.strip} aria-label={text('reviews.findings')}>
      {findings.map(({ key, tone, says, row }) => (
        <li key={key}>
          <StateBadge tone={tone}>{says}</StateBadge> {row && <span className={styles.quiet}>{row}</span>}
        </li>
      ))}
      {open.length > 0 && (
        <li className={styles.quiet}>
          {text('reviews.leftOpen', { rules: open.map(({ rule }) => word('loans.rule', rule)).join(', ') })}
        </li>
      )}
    </ul>
  )
}
