import { useEffect, useRef } from 'react'
import { localeOf } from '#contract/kernel/format.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import type { CompletionItem } from './completions.ts'
import styles from './Suggestions.module.css'
import { suggestionText } from './suggestion-text.ts'

interface Props {
  readonly id: string
  readonly offers: readonly CompletionItem[]
  /** Which of them is chosen; -1: none. */
  readonly chosen: number
  /** What is wrong with what was typed so far. */
  readonly problem: string | undefined
  onTake(offer: CompletionItem): void
}

/** What may be typed next, under the line. */
export function Suggestions({ id, offers, chosen, problem, onTake }: Props) {
  const { text } = useText()
  const language = useLanguage()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (chosen >= 0) list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <div className={styles.sheet}>
      <div ref={list} id={`${id}-offers`} role="listbox" aria-label={text('grid.suggestions')} className={styles.list}>
        {offers.map((offer, i) => (
          // the field keeps the focus and the keys; the pointer may take one too
          <div
            key={`${offer.suggestion.role} ${offer.suggestion.text}`}
            id={`${id}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === chosen}
            className={styles.offer}
            onMouseDown={(event) => event.preventDefault()}
            onMouseUp={() => onTake(offer)}
          >
            <span className={styles.text}>{offer.suggestion.text}</span>
            <span className={styles.label}>{suggestionText(offer.suggestion)}</span>
            {offer.count !== null && (
              <span className={styles.count}>{offer.count.toLocaleString(localeOf(language))}</span>
            )}
          </div>
        ))}
      </div>
      <p className={styles.foot}>{problem ?? text('grid.filterKeys')}</p>
    </div>
  )
}
