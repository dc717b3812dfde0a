import type { CSSProperties } from 'react'
import { Link } from 'wouter'
import { localeOf } from '#contract/kernel/format.ts'
import { type PageId, pages } from '#contract/menu.ts'
import type { QueueCount } from '#contract/overview.ts'
import { useShortcut } from '#src/command/shortcuts.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { shortNumber } from '#src/ui/data/short-number.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import { byUrgency, columnsFor } from './by-urgency.ts'
import styles from './WorkQueues.module.css'

/** Nothing left of what should not be there is good. */
const toneOf = ({ tone, count }: QueueCount) => (tone !== 'neutral' && count === 0 ? 'good' : tone)

/** A larger number is shown short, and in full when the pointer rests on it. */
const wholeMax = 9_999
const shownCount = (count: number, language: string): string =>
  count > wholeMax ? shortNumber(count) : count.toLocaleString(localeOf(language))

function QueueTile({ pile, leads }: { pile: QueueCount; leads: boolean }) {
  const { say } = useText()
  const language = useLanguage()
  const path = pages[pile.page as PageId] // as the contract has it
  const keys = useShortcut(`menu.${pile.page}`)
  return (
    <Link
      className={styles.tile}
      title={pile.count > wholeMax ? pile.count.toLocaleString(localeOf(language)) : undefined}
      href={`${path}?q=${encodeURIComponent(pile.query)}`}
      data-tone={toneOf(pile)}
    >
      <span className={styles.count}>{shownCount(pile.count, language)}</span>
      <span className={styles.name}>{say(`overview.pile.${pile.id}`)}</span>
      {leads && keys && <Kbd keys={keys} quiet />}
    </Link>
  )
}

/** What waits for the person: each pile leads to its list, filtered. */
export function WorkQueues({ piles }: { piles: readonly QueueCount[] }) {
  const { text } = useText()
  /** The first pile of a list stands for the whole list: there its keys are. */
  const leads = (pile: QueueCount) => piles.find(({ page }) => page === pile.page) === pile
  return (
    <section className={styles.waiting} aria-label={text('overview.waiting')}>
      <h2>{text('overview.waiting')}</h2>
      {piles.length === 0 && <p>{text('overview.nothing')}</p>}
      <div className={styles.tiles} style={{ '--columns': columnsFor(piles.length) } as CSSProperties}>
        {byUrgency(piles).map((pile) => (
          <QueueTile key={pile.id} pile={pile} leads={leads(pile)} />
        ))}
      </div>
    </section>
  )
}
