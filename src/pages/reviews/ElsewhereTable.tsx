import type { ElsewhereRow } from '#contract/reviews/detail.ts'
import { useText } from '#src/locale/text.ts'
import { classNames } from '#src/ui/class-names.ts'
import styles from './Reviews.module.css'

function Outcome({ others, repaid, overdue, worstOverdueDays }: ElsewhereRow) {
  const { text } = useText()
  if (others === 0) return <span className={styles.quiet}>{text('reviews.onlyHere')}</span>
  return (
    <>
      {text('reviews.repaidThere', { count: repaid })}
      {overdue > 0 && (
        <span data-tone="bad" className={styles.toned}>
          {' · '}
          {text('reviews.overdueThere', { count: overdue, days: worstOverdueDays })}
        </span>
      )}
    </>
  )
}

/** What of the customer stands with others as well, and how it went with those, the worst first. */
export function ElsewhereTable({ rows }: { rows: readonly ElsewhereRow[] }) {
  const { text, word } = useText()
  return (
    <section className={styles.part} aria-labelledby="elsewhere">
      <h2 id="elsewhere">{text('reviews.sameElsewhere')}</h2>
      <div className={styles.scroll}>
        <table className={classNames(styles.table, styles.elsewhere)}>
          <thead>
            <tr>
              <th scope="col">{text('reviews.what')}</th>
              <th scope="col">{text('reviews.others')}</th>
              <th scope="col">{text('reviews.howItWent')}</th>
            </tr>
          </thead>
          <tbody>
            {rows
              .toSorted((a, b) => b.overdue - a.overdue || b.others - a.others)
              .map((row) => (
                <tr key={row.what}>
                  <th scope="row">
                    {word('reviews.elsewhere', row.what)} <span className={styles.data}>{row.shown}</span>
                  </th>
                  <td className={styles.data}>{row.others}</td>
                  <td>
                    <Outcome {...row} />
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
