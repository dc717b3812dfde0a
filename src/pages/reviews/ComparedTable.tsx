import { formatRate } from '#contract/kernel/format.ts'
import type { ReadingField } from '#contract/readings.ts'
import type { ComparedRow } from '#contract/reviews/detail.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText, worded } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import styles from './Reviews.module.css'

/** A text in which the characters that differ are marked. */
function MarkedText({ text, differs }: { text: string | null; differs: readonly number[] }) {
  if (text === null) return <span className={styles.quiet}>–</span>
  const marked = new Set(differs)
  const runs: { text: string; marked: boolean; at: number }[] = []
  for (const [at, sign] of [...text.split('')].entries()) {
    const last = runs.at(-1)
    if (last && last.marked === marked.has(at)) last.text += sign
    else runs.push({ text: sign, marked: marked.has(at), at })
  }
  return (
    <span className={styles.data}>
      {runs.map((run) => (run.marked ? <mark key={run.at}>{run.text}</mark> : run.text))}
    </span>
  )
}

/** Whether both say the same, as a sign that is read out. */
function Sameness({ same }: Pick<ComparedRow, 'same'>) {
  const { text } = useText()
  if (same === null) return null
  return (
    <span
      className={styles.sign}
      data-tone={same ? undefined : 'bad'}
      role="img"
      aria-label={text(same ? 'reviews.same' : 'reviews.differs')}
    >
      {same ? '=' : '≠'}
    </span>
  )
}

function Origin({ row: { field, from, valid, confidence } }: { row: ComparedRow }) {
  const { text, word } = useText()
  const language = useLanguage()
  const said = [
    from && word('readings.from', from),
    from &&
      confidence !== null &&
      (field === 'accountHolder' || field === 'face') &&
      text('reviews.alike', { rate: formatRate(confidence, language) }),
    valid !== null && text(valid ? 'reviews.valid' : 'reviews.notValid'),
  ]
  return <span className={styles.quiet}>{said.filter(Boolean).join(', ')}</span>
}

interface Props {
  readonly rows: readonly (ComparedRow & { readonly number: number })[]
  /** How many fields there are, differing or not. */
  readonly of: number
  readonly only: boolean
  /** The field that the cursor is on. */
  readonly field: ReadingField | null
  point(number: number): void
  toggleDifferences(): void
}

/** What was typed beside what was read, field by field. */
export function ComparedTable({ rows, of, only, field, point, toggleDifferences }: Props) {
  const { text, word } = useText()
  const differing = rows.filter(({ same }) => same === false).length
  const typed = (row: ComparedRow) =>
    row.field === 'sex' && row.typed ? worded('customers.sex', row.typed) : row.typed
  const read = (row: ComparedRow) => (row.field === 'face' && row.read ? worded('readings.face', row.read) : row.read)
  return (
    <section className={styles.part} aria-labelledby="compared">
      <div className={styles.partHead}>
        <h2 id="compared">{text('reviews.typedAndRead')}</h2>
        <span className={styles.quiet}>{text('reviews.differing', { count: differing, of })}</span>
        <Button tone="quiet" aria-pressed={only} aria-keyshortcuts="d" onClick={toggleDifferences}>
          <Kbd keys="d" quiet /> {text('reviews.key.differences')}
        </Button>
      </div>
      <div className={styles.scroll}>
        <table className={classNames(styles.table, styles.compared)}>
          <thead>
            <tr>
              <th scope="col">
                <span className={styles.hidden}>{text('reviews.number')}</span>
              </th>
              <th scope="col">{text('reviews.field')}</th>
              <th scope="col">{text('reviews.typed')}</th>
              <th scope="col">{text('reviews.read')}</th>
              <th scope="col">{text('reviews.from')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr
                key={row.field}
                aria-current={row.field === field || undefined}
                data-tone={row.same === false || row.valid === false ? 'bad' : undefined}
              >
                <td>
                  <button type="button" tabIndex={-1} className={styles.pointer} onClick={() => point(row.number)}>
                    {row.number}
                  </button>
                </td>
                <th scope="row">{word('readings.field', row.field)}</th>
                <td>
                  <MarkedText text={typed(row)} differs={row.differs.typed} />
                </td>
                <td>
                  <Sameness same={row.same} /> <MarkedText text={read(row)} differs={row.differs.read} />
                </td>
                <td>
                  <Origin row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
