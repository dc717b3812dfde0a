import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { BoardMeasure, BoardNumber } from '#contract/board.ts'
import { formatMoney, localeOf } from '#contract/kernel/format.ts'
import { pages } from '#contract/menu.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { statusLine } from '#src/ui/feedback/status-line.ts'
import styles from './Board.module.css'

interface Props {
  readonly numbers: readonly BoardNumber[]
  readonly measure: BoardMeasure
  /** Of which stage, day or agency it is. */
  readonly of?: string | undefined
  /** What of it is shown, where that is not its count. */
  readonly shows?: 'amount' | undefined
  /** What stands there instead: a share that it is told by. */
  readonly as?: string | undefined
  readonly tone?: 'bad' | 'warn' | undefined
}

/** How long a number that has changed is marked. */
const markedMs = 1_500

/** Whether a value has changed a moment ago, after it was first shown. */
function useJustChanged(value: string): boolean {
  const shown = useRef(value)
  const [changed, setChanged] = useState(false)
  useEffect(() => {
    if (shown.current === value) return
    shown.current = value
    setChanged(true)
    const timer = setTimeout(() => setChanged(false), markedMs)
    return () => clearTimeout(timer)
  }, [value])
  return changed
}

/** The number of a measure, of several; none where the reader may not see its rows. */
export const numberOf = (numbers: readonly BoardNumber[], measure: BoardMeasure): BoardNumber | undefined =>
  numbers.find((one) => one.measure === measure)

function Shown({ number, of, shows, as, tone }: Omit<Props, 'numbers' | 'measure'> & { number: BoardNumber }) {
  const { say } = useText()
  const language = useLanguage()
  const { measure, page, query, rows, amount } = number
  const count = rows.toLocaleString(localeOf(language))
  const money = amount ? formatMoney(amount, language) : ''
  const value = as ?? (shows === 'amount' ? money : count)
  const name = [of, say(`board.measure.${measure}`)].filter(Boolean).join(', ')
  return (
    <Link
      href={`${pages[page]}?q=${encodeURIComponent(query)}`}
      className={styles.number}
      aria-label={`${name}: ${value}`}
      data-number={measure}
      data-tone={rows > 0 ? tone : undefined}
      data-changed={useJustChanged(`${count} ${money}`) || undefined}
      onFocus={() => {
        statusLine.left = [`${name}: ${count}`, money, query].filter(Boolean).join(' · ')
      }}
    >
      {value}
    </Link>
  )
}

/** A number, which leads to the rows that it counts. */
export function NumberLink({ numbers, measure, ...props }: Props) {
  const number = numberOf(numbers, measure)
  return number ? <Shown number={number} {...props} /> : <span className={styles.quiet}>–</span>
}
