import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { localeOf } from '#contract/kernel/format.ts'
import { quoteValue } from '#contract/kernel/query/quote.ts'
import { errorMessage } from '#src/call/show-error.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { AnchoredPopover } from '#src/ui/overlay/AnchoredPopover.tsx'
import { filterByValue } from '../actions/filter-and-sort.ts'
import type { GridModel } from '../model/grid-model.ts'
import { labelOf } from '../model/labels.ts'
import { type FrequentValue, fetchFrequentValues } from '../model/listing-calls.ts'
import styles from './TopValues.module.css'

/** The most frequent values of a column among the rows that match; null while they are on their way. */
function useFrequent({ listing, state }: GridModel, field: string) {
  const [found, setFound] = useState<readonly FrequentValue[] | null>(null)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    const abort = new AbortController()
    const { applied, asOf } = state
    fetchFrequentValues(listing, { q: applied.text, field, prefix: '', ...(asOf && { asOf }) }, abort.signal).then(
      ({ values }) => setFound(values),
      (error: unknown) => !abort.signal.aborted && setProblem(errorMessage(error)),
    )
    return () => abort.abort()
  }, [listing, state, field])
  return { found, problem }
}

interface ValuesProps {
  readonly model: GridModel
  readonly field: string
  onChoose(value: string): void
}

/** The arrows go from value to value. */
function step({ key, target }: KeyboardEvent): void {
  const button = target as Element // only buttons have the focus here
  const next =
    key === 'ArrowDown' ? button.nextElementSibling : key === 'ArrowUp' ? button.previousElementSibling : null
  if (next instanceof HTMLButtonElement) next.focus()
}

function Values({ model, field, onChoose }: ValuesProps) {
  const { text, word } = useText()
  const language = useLanguage()
  const { found, problem } = useFrequent(model, field)
  const { choices, of = '', kind } = model.listing.fields.find(({ name }) => name === field)!
  const said = ({ value, label }: FrequentValue): string => {
    if (kind === 'flag') return text(value === 'true' ? 'call.yes' : 'call.no')
    if (!choices) return label
    return typeof choices[0] === 'number' ? `${value} ${word(of, value)}` : word(of, value)
  }
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (found) first.current?.focus()
  }, [found])
  if (problem) return <p className={styles.problem}>{problem}</p>
  if (found?.length === 0) return <p>{text('grid.nothingThere')}</p>
  return (
    <div role="toolbar" aria-orientation="vertical" aria-label={labelOf(model.listing, field)} onKeyDown={step}>
      {found?.map((one, i) => (
        <button key={one.value} ref={i === 0 ? first : null} type="button" onClick={() => onChoose(one.value)}>
          <span>{said(one)}</span>
          <span className={styles.count}>{one.count.toLocaleString(localeOf(language))}</span>
        </button>
      ))}
    </div>
  )
}

interface Props {
  readonly model: GridModel
  readonly field: string
  /** Where it opens: the header it is about. */
  readonly anchor: Element
  onClose(): void
}

/** The most frequent values of a column, each with how many rows have it; choosing one filters by it. */
export function TopValues({ model, field, anchor, onClose }: Props) {
  const { text } = useText()
  const title = text('grid.topValuesOf', { column: labelOf(model.listing, field) })
  const choose = (value: string) => {
    onClose()
    filterByValue(model, field, quoteValue(value))
  }
  return (
    <AnchoredPopover label={title} anchor={anchor} align="start" className={styles.values} onClose={onClose}>
      <h2>{title}</h2>
      <Values model={model} field={field} onChoose={choose} />
    </AnchoredPopover>
  )
}
