import type { Board } from '#contract/board.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import styles from './Board.module.css'
import { dayOverDay } from './day-over-day.ts'
import { formatPercent } from './format-percent.ts'
import { NumberLink, numberOf } from './NumberLink.tsx'

const percent = 100

/** What is settled of the instalments of a day; none where nothing was due. */
function settledShare({ headline }: Board, day: '' | 'Yesterday'): number | null {
  const due = numberOf(headline, `due${day}`)?.rows ?? 0
  return due === 0 ? null : (numberOf(headline, `settled${day}`)?.rows ?? 0) / due
}

/** How much of today's is settled, and how that is beside yesterday's at its end. */
function SettledTile({ board }: { board: Board }) {
  const { text } = useText()
  const language = useLanguage()
  const shown = (points: number) => formatPercent(points, language)
  const [today, yesterday] = [settledShare(board, ''), settledShare(board, 'Yesterday')]
  const numbers = board.headline
  const beside = today === null || yesterday === null ? null : dayOverDay(today * percent, yesterday * percent, shown)
  return (
    <div>
      <NumberLink numbers={numbers} measure="settled" as={today === null ? '–' : `${shown(today * percent)} %`} />
      <p>{text('board.ofThemSettled')}</p>
      {yesterday === null ? (
        <p>{text('board.noYesterday')}</p>
      ) : (
        <p>
          {beside && <span data-tone={beside.tone}>{text(beside.says, { points: beside.points })}</span>}{' '}
          <NumberLink numbers={numbers} measure="settledYesterday" />
          {'\u00a0/\u00a0'}
          <NumberLink numbers={numbers} measure="dueYesterday" />
        </p>
      )}
    </div>
  )
}

/** The first line: what is due, what of it is settled, what came in, what is open, what was promised. */
export function Headline({ board }: { board: Board }) {
  const { text } = useText()
  const numbers = board.headline
  return (
    <section className={styles.headline} aria-label={text('menu.board')}>
      <div>
        <NumberLink numbers={numbers} measure="due" shows="amount" />
        <p>
          {text('board.measure.due')} · {numberOf(numbers, 'due')?.rows}
        </p>
      </div>
      <SettledTile board={board} />
      <div>
        <NumberLink numbers={numbers} measure="recovered" shows="amount" />
        <p>{text('board.measure.recovered')}</p>
        <p>
          {text('board.recoveredBefore')} <NumberLink numbers={numbers} measure="recoveredYesterday" shows="amount" />
        </p>
      </div>
      <div>
        <NumberLink numbers={numbers} measure="open" />
        <p>{text('board.measure.open')}</p>
        <p>
          {text('board.owing')} <NumberLink numbers={numbers} measure="open" shows="amount" />
        </p>
      </div>
      <div>
        <NumberLink numbers={numbers} measure="promised" />
        <p>{text('board.measure.promised')}</p>
        <p>
          {text('board.keptSoFar')} <NumberLink numbers={numbers} measure="kept" />
        </p>
      </div>
    </section>
  )
}
