import { useState } from 'react'
import type { CaseWorkspace } from '#contract/case-workspace.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { useScrollerFocus } from '#src/ui/use-scroller-focus.ts'
import { detailOf, isShown, type TimelineFilter, timelineFilters, titleOf, toneOf } from './timeline-text.ts'
import { useMoment } from './use-moment.ts'
import styles from './Workspace.module.css'

const filters = Object.keys(timelineFilters) as TimelineFilter[] // as it is declared

/** Everything that happened with the order, the latest first: all of it, or one kind alone. */
export function TimelinePanel({ timeline }: Pick<CaseWorkspace, 'timeline'>) {
  const { text } = useText()
  const language = useLanguage()
  const moment = useMoment()
  const [filter, show] = useState<TimelineFilter>('all')
  const scroller = useScrollerFocus<HTMLOListElement>()
  const shown = timeline.filter((entry) => isShown(entry, filter))
  return (
    <section className={styles.timeline} aria-labelledby="timeline">
      <div className={styles.partHead}>
        <h2 id="timeline">{text('caseWorkspace.timeline')}</h2>
        <fieldset className={styles.filters} aria-label={text('caseWorkspace.timeline')}>
          {filters.map((one) => (
            <button key={one} type="button" aria-pressed={filter === one} onClick={() => show(one)}>
              {text(`caseWorkspace.timeline.${one}`)} {timeline.filter((entry) => isShown(entry, one)).length}
            </button>
          ))}
        </fieldset>
      </div>
      {shown.length === 0 && <p className={styles.quiet}>{text('caseWorkspace.timeline.nothing')}</p>}
      <ol ref={scroller}>
        {shown.map((entry) => (
          <li key={`${entry.kind} ${entry.id}`} data-tone={toneOf(entry)}>
            <span>{titleOf(entry, language)}</span>
            <time dateTime={entry.at}>{moment(entry.at, true)}</time>
            <span className={styles.detail}>{detailOf(entry)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
