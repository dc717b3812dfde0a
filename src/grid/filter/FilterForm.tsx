import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Field } from '#contract/kernel/field.ts'
import { terms, withoutTerm } from '#contract/kernel/query/edit.ts'
import { print } from '#contract/kernel/query/print.ts'
import { everything, type Query } from '#contract/kernel/query/tree.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { ask } from '../filtering.ts'
import { labelOf } from '../reader.ts'
import type { Sheet } from '../sheet.ts'
import styles from './FilterForm.module.css'
import { type Asked, controlOf, formOf, nothingAsked, withAsked } from './form.ts'

interface ControlProps {
  readonly label: string
  readonly field: Field
  readonly asked: Asked
  onAsk(asked: Asked): void
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
        onChange={() => onAsk({ ...nothingAsked, values: toggled(String(value)) })}
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
      onChange={({ target }) => onAsk({ ...nothingAsked, values: target.value ? [target.value] : [] })}
    >
      <option value="">{text('grid.either')}</option>
      <option value="yes">{text('call.yes')}</option>
      <option value="no">{text('call.no')}</option>
    </select>
  )
}

interface EntryProps {
  readonly label: string
  readonly type: 'text' | 'date'
  readonly value: string
  onDone(value: string): void
}

/** A text that counts once somebody is done with it. */
function Entry({ label, type, value, onDone }: EntryProps) {
  const [draft, setDraft] = useState(value)
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    setDraft(value)
  }
  return (
    <input
      type={type}
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
  const type = field.kind === 'date' || field.kind === 'instant' ? 'date' : 'text'
  return (
    <div className={styles.range}>
      <Entry
        label={`${label}, ${text('grid.from')}`}
        type={type}
        value={asked.from}
        onDone={(from) => onAsk({ ...asked, from })}
      />
      <span aria-hidden="true">–</span>
      <Entry
        label={`${label}, ${text('grid.to')}`}
        type={type}
        value={asked.to}
        onDone={(to) => onAsk({ ...asked, to })}
      />
    </div>
  )
}

function Words({ label, asked, onAsk }: ControlProps) {
  const [value = ''] = asked.values
  return <Entry label={label} type="text" value={value} onDone={(one) => onAsk({ ...nothingAsked, values: [one] })} />
}

const controls = { choices: Choices, flag: Flag, range: Range, text: Words }

/** What is in force, one chip for each condition; a click takes one away. */
function Chips({ sheet, onQuery }: { sheet: Sheet; onQuery(query: Query): void }) {
  const { text } = useText()
  const { query } = useSnapshot(sheet.state).applied
  if (terms(query).length === 0) return null
  return (
    <ul className={styles.chips}>
      {terms(query).map((term) => {
        const line = print({ where: term, sort: [] }, sheet.reader)
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
export function FilterForm({ sheet }: { sheet: Sheet }) {
  const { text } = useText()
  const { applied, view } = useSnapshot(sheet.state)
  const [wrong, setWrong] = useState<string | null>(null)
  const { asked } = formOf(applied.query, sheet.reader)
  const put = (query: Query) => void ask(sheet, query, view, 'applied')
  const answer = (field: Field, to: Asked) => {
    const query = withAsked(applied.query, field, to, sheet.reader)
    setWrong(query ? null : field.name)
    if (query) put(query)
  }
  return (
    <div className={styles.form}>
      <Chips sheet={sheet} onQuery={put} />
      <div className={styles.fields}>
        {sheet.reader.fields.map((field) => {
          const Control = controls[controlOf(field)]
          const given = asked.get(field.name) ?? nothingAsked
          const label = labelOf(sheet.listing, field.name)
          return (
            <fieldset key={field.name} data-wrong={wrong === field.name || undefined}>
              <legend>{label}</legend>
              <Control label={label} field={field} asked={given} onAsk={(to) => answer(field, to)} />
              {wrong === field.name && <p role="alert">{text('grid.notUnderstoodHere')}</p>}
            </fieldset>
          )
        })}
      </div>
      <Button onClick={() => put({ ...everything, sort: applied.query.sort })}>{text('grid.clearFilter')}</Button>
    </div>
  )
}
