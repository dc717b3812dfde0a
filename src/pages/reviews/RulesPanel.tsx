import type { ReviewDetail } from '#contract/reviews/detail.ts'
import { useText } from '#src/locale/text.ts'
import { StateBadge } from '#src/ui/data/StateBadge.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { useFound } from '../records/use-found.ts'
import styles from './Reviews.module.css'

/** What the rules left open, how many have passed, and what was decided before. */
export function RulesPanel({ detail: { rules, decisions, loan } }: { detail: ReviewDetail }) {
  const { text, word } = useText()
  const found = useFound(loan.amount.currency)
  const open = rules.filter(({ hit }) => hit)
  const returned = decisions.filter(({ outcome }) => outcome === 'returned')
  return (
    <Panel title={text('reviews.rules')}>
      <ul className={styles.lines}>
        {open.map((rule) => (
          <li key={rule.rule}>
            <StateBadge tone="warn">{word('loans.rule', rule.rule)}</StateBadge>{' '}
            <span className={styles.data}>{found(rule)}</span>
          </li>
        ))}
        <li>
          <StateBadge tone="good">{text('reviews.rulesPassed', { count: rules.length - open.length })}</StateBadge>
        </li>
        {returned.map(({ at, remark, decidedBy }) => (
          <li key={at}>
            <StateBadge tone="warn">{text('reviews.returned', { name: decidedBy, reason: remark ?? '–' })}</StateBadge>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
