import { useState } from 'react'
import type { ReviewDetail } from '#contract/reviews/detail.ts'
import { useKeys } from '#src/keyboard/keyboard.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { StateBadge } from '#src/ui/data/StateBadge.tsx'
import { Kbd } from '#src/ui/Kbd.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { useFound } from '../records/use-found.ts'
import styles from './Reviews.module.css'

/** What the rules left open, how many have passed, and what was decided before. */
export function RulesPanel({ detail: { rules, decisions, loan } }: { detail: ReviewDetail }) {
  const { text, word } = useText()
  const found = useFound(loan.amount.currency)
  const [whole, setWhole] = useState(false)
  const toggle = () => setWhole((before) => !before)
  useKeys('grid', [{ id: 'reviews.key.trace', keys: 't', run: toggle }])
  const open = rules.filter(({ hit }) => hit)
  const passed = rules.filter(({ hit }) => !hit)
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
          <StateBadge tone="good">{text('reviews.rulesPassed', { count: passed.length })}</StateBadge>{' '}
          <Button tone="quiet" aria-pressed={whole} aria-keyshortcuts="t" onClick={toggle}>
            <Kbd keys="t" quiet /> {text('reviews.key.trace')}
          </Button>
        </li>
        {whole &&
          passed.map((rule) => (
            <li key={rule.rule}>
              {word('loans.rule', rule.rule)} <span className={styles.data}>{found(rule)}</span>
            </li>
          ))}
        {returned.map(({ at, remark, decidedBy }) => (
          <li key={at}>
            <StateBadge tone="warn">{text('reviews.returned', { name: decidedBy, reason: remark ?? '–' })}</StateBadge>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
