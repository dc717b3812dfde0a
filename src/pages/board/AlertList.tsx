import { Link } from 'wouter'
import type { BoardAlert } from '#contract/board.ts'
import { useText } from '#src/locale/text.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import styles from './Board.module.css'
import { mendKey } from './use-board-keys.ts'

/** To mend: what keeps collection from working as it should, and the way to where that is done. */
export function AlertList({ alerts }: { alerts: readonly BoardAlert[] }) {
  const { text } = useText()
  return (
    <section className={styles.panel} aria-labelledby="board-mend">
      <h2 id="board-mend">
        {text('board.mend')} <small>{alerts.length}</small>
      </h2>
      {alerts.length === 0 && <p className={styles.quiet}>{text('board.mendNone')}</p>}
      <ul className={styles.alerts}>
        {alerts.map(({ alert, values, path }, nth) => {
          const keys = mendKey(nth)
          return (
            <li key={`${alert} ${Object.values(values).join(' ')}`}>
              <span>{text(`board.alert.${alert}`, values)}</span>
              <Link className={styles.act} href={path}>
                {text(`board.mend.${alert}`)} {keys && <Kbd keys={keys} />}
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
