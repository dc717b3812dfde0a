import type { BoardStage } from '#contract/board.ts'
import { useText } from '#src/locale/text.ts'
import styles from './Board.module.css'
import { NumberLink } from './NumberLink.tsx'

const lines = [
  ['unassigned', 'bad'],
  ['neverContacted', undefined],
  ['promisedToday', undefined],
  ['broken', 'warn'],
] as const

function StageTile({ stage: { name, firstDay, lastDay, numbers } }: { stage: BoardStage }) {
  const { text } = useText()
  const within = firstDay === lastDay ? 'board.day' : 'board.days'
  const days =
    lastDay === null ? text('board.daysFrom', { first: firstDay }) : text(within, { first: firstDay, last: lastDay })
  return (
    <li>
      <h2>
        {name} <small>{days}</small>
      </h2>
      <p className={styles.large}>
        <NumberLink numbers={numbers} measure="cases" of={name} />
      </p>
      <NumberLink numbers={numbers} measure="cases" of={name} shows="amount" />
      <dl>
        {lines.map(([measure, tone]) => (
          <div key={measure}>
            <dt>{text(`board.measure.${measure}`)}</dt>
            <dd>
              <NumberLink numbers={numbers} measure={measure} of={name} tone={tone} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

/** Every stage: its cases, what they owe, and what is to be done about them. */
export function StageTiles({ stages }: { stages: readonly BoardStage[] }) {
  const { text } = useText()
  return (
    <section aria-label={text('board.stages')}>
      <ul className={styles.stages}>
        {stages.map((stage) => (
          <StageTile key={stage.id} stage={stage} />
        ))}
      </ul>
    </section>
  )
}
