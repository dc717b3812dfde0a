import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Field } from '#contract/kernel/field.ts'
import { termsOf, withoutTerm } from '#contract/kernel/query/edit.ts'
import { allRows, type Query } from '#contract/kernel/query/tree.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { applyFilter } from '../actions/filter-and-sort.ts'
import { filterLineOf } from '../model/active-filter.ts'
import type { GridModel } from '../model/grid-model.ts'
import { labelOf } from '../model/labels.ts'
import { type FieldKey, fetchFieldKeys } from '../model/listing-calls.ts'
import styles from './FilterForm.module.css'
import { controlOf, type FieldCriteria, formOfQuery, noCriteria, queryWithCriteria } from './form-query.ts'

interface ControlProps {
  readonly label: string
  readonly field: Field
  readonly asked: FieldCriteria
  onAsk(asked: FieldCriteria): void
}

/** Words of a choice: any number of them. */
function Choices({ field, asked, onAsk }: ControlProps) {
  const { word } = useText()
  const { choices = [], of = '' } = field
  const toggled = (value: string) =>
    asked.values.includes(value) ? asked.values.filter((one) => one !== value) : [...asked.values, value]
  return choices.map((value) => (
    <label key={value} className={styles.choice}>
      <input
        type="checkbox"
        checked={asked.values.includes(String(value))}
        onChange={() => onAsk({ ...noCriteria, values: toggled(String(value)) })}
      />
      {typeof value === 'number' && <span className={styles.code}>{value}</span>} {word(of, value)}
    </label>
  ))
}

/** Yes, no, or either. */
function Flag({ label, asked, onAsk }: ControlProps) {
  const { text } = useText()
  const [value = ''] = asked.values
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onAsk({ ...noCriteria, values: target.value ? [target.value] : [] })}
    >
      <option value="">{text('grid.either')}</option>
      <option value="yes">{text('call.yes')}</option>
      <option value="no">{text('call.no')}</option>
    </select>
  )
}

interface LazyInputProps {
  readonly label: string
  readonly placeholder?: string | undefined
  readonly value: string
  onDone(value: string): void
}

/** A text that counts once somebody is done with it. */
function LazyInput({ label, placeholder, value, onDone }: LazyInputProps) {
  const [draft, setDraft] = useState(value)
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    setDraft(value)
  }
  return (
    <input
      type="text"
      placeholder={placeholder}
      aria-label={label}
      value={draft}
      onChange={({ target }) => setDraft(target.value)}
      onBlur={() => draft !== value && onDone(draft)}
      onKeyDown={({ key }) => key === 'Enter' && onDone(draft)}
    />
  )
}

/** From, to, or both. */
function Range({ label, field, asked, onAsk }: ControlProps) {
  const { text } = useText()
  const isTime = field.kind === 'date' || field.kind === 'instant'
  // days are written one way in the whole product, whatever the browser would make of them
  const placeholder = isTime ? '2026-12-31' : undefined
  return (
    <div className={styles.range}>
      <LazyInput
        label={`${label}, ${text('grid.from')}`}
        placeholder={placeholder}
        value={asked.from}
        onDone={(from) => onAsk({ ...asked, from })}
      />
      <span aria-hidden="true">–</span>
      <LazyInput
        label={`${label}, ${text('grid.to')}`}
        placeholder={placeholder}
        value={asked.to}
        onDone={(to) => onAsk({ ...asked, to })}
      />
    </div>
  )
}

function TextControl({ label, asked, onAsk }: ControlProps) {
  const [value = ''] = asked.values
  return <LazyInput label={label} value={value} onDone={(one) => onAsk({ ...noCriteria, values: [one] })} />
}

/** One of the keys that there are; one that is asked for and not there any more is offered as well. */
function KeySelect({ label, field, asked, onAsk, model }: ControlProps & { readonly model: GridModel }) {
  const { text } = useText()
  const [keys, setKeys] = useState<readonly FieldKey[]>([])
  useEffect(() => {
    let isShown = true
    // without them it is as it was asked for
    void fetchFieldKeys(model.grid, field.name).then(
      (found) => isShown && setKeys(found ?? []),
      () => {},
    )
    return () => {
      isShown = false
    }
  }, [model, field.name])
  const [value = ''] = asked.values
  const isKnown = value === '' || keys.some((key) => key.value === value)
  const pick = (one: string) => onAsk(one ? { ...noCriteria, values: [one], exact: true } : noCriteria)
  return (
    <select aria-label={label} value={value} onChange={({ target }) => pick(target.value)}>
      <option value="">{text('grid.any')}</option>
      {!isKnown && <option value={value}>{value}</option>}
      {keys.map((key) => (
        <option key={key.value} value={key.value}>
          {key.label}
        </option>
      ))}
    </select>
  )
}

const controls = { choices: Choices, flag: Flag, range: Range, text: TextControl }

/** What is in force, one chip for each condition; a click takes one away. */
function Chips({ model, onQuery }: { model: GridModel; onQuery(query: Query): void }) {
  const { text } = useText()
  const { query } = useSnapshot(model.state).applied
  if (termsOf(query).length === 0) return null
  return (
    <ul className={styles.chips}>
      {termsOf(query).map((term) => {
        const line = filterLineOf({ where: term, sort: [] }, model.reader)
        return (
          <li key={line}>
            <button
              type="button"
              aria-label={text('grid.without', { term: line })}
              onClick={() => onQuery(withoutTerm(query, term))}
            >
              {line} ×
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** The filter as a form, for who would rather not write a line: each answer rewrites it. */
export function FilterForm({ model }: { model: GridModel }) {
  const { text } = useText()
  const { applied, view } = useSnapshot(model.state)
  const [wrong, setWrong] = useState<string | null>(null)
  const { asked } = formOfQuery(applied.query, model.reader)
  const put = (query: Query) => void applyFilter(model, query, view, 'applied')
  const answer = (field: Field, to: FieldCriteria) => {
    const query = queryWithCriteria(applied.query, field, to, model.reader)
    setWrong(query ? null : field.name)
    if (query) put(query)
  }
  return (
    <div className={styles.form}>
      <Chips model={model} onQuery={put} />
      <div className={styles.fields}>
        {model.reader.fields.map((field) => {
          const Control = model.grid.chooses?.fields[field.name] ? KeySelect : controls[controlOf(field)]
          const given = asked.get(field.name) ?? noCriteria
          const label = labelOf(model.listing, field.name)
          return (
            <fieldset key={field.name} data-wrong={wrong === field.name || undefined}>
              <legend>{label}</legend>
              <Control model={model} label={label} field={field} asked={given} onAsk={(to) => answer(field, to)} />
              {wrong === field.name && <p role="alert">{text('grid.notUnderstoodHere')}</p>}
            </fieldset>
          )
        })}
      </div>
      <Button onClick={() => put({ ...allRows, sort: applied.query.sort })}>{text('grid.clearFilter')}</Button>
    </div>
  )
}
