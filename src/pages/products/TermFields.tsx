import { useId } from 'react'
import type { TermField } from '#contract/products/fields.ts'
import { useText } from '#src/locale/text.ts'
import { TextField } from '#src/ui/Field.tsx'
import styles from './Products.module.css'
import type { TermsDraft, TermsProblems } from './terms-draft.ts'

interface FieldProps {
  readonly of: TermField
  /** The text key of its name. */
  readonly label: string
  readonly value: string
  readonly problem: string | undefined
  readonly locked: boolean
  onChange(value: string): void
}

/** One of a few words, or yes and no. */
function TermSelect({ of: { cell }, label, value, locked, onChange }: FieldProps) {
  const { say, word } = useText()
  const id = useId()
  const { of, all } = cell.words!
  return (
    <div className={styles.choosing}>
      <label htmlFor={id}>{say(label)}</label>
      <select id={id} value={value} disabled={locked} onChange={({ target }) => onChange(target.value)}>
        {all.map((one) => (
          <option key={one} value={one}>
            {word(of, one)}
          </option>
        ))}
      </select>
    </div>
  )
}

function TermInput({ of: { field }, label, value, problem, locked, onChange }: FieldProps) {
  const { say, text } = useText()
  return (
    <TextField
      label={say(label)}
      value={value}
      readOnly={locked}
      autoComplete="off"
      error={problem ? say(`issues.${problem}`) : null}
      hint={field === 'tiers' && text('products.penalty.tiersHint')}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

interface Props {
  readonly fields: readonly TermField[]
  /** What its labels stand under: `products.penalty`. */
  readonly of: string
  readonly draft: TermsDraft
  readonly problems: TermsProblems
  /** To be read only. */
  readonly locked: boolean
  onDraft(draft: TermsDraft): void
}

/** The fields of a part of a product's terms, to be typed or chosen. */
export function TermFields({ fields, of, draft, problems, locked, onDraft }: Props) {
  return (
    <div className={styles.fields}>
      {fields.map((one) => {
        const { field, cell } = one
        const Shown = cell.words ? TermSelect : TermInput
        return (
          <Shown
            key={field}
            of={one}
            label={`${of}.${field}`}
            value={draft[field] ?? ''}
            problem={problems[field]}
            locked={locked}
            onChange={(value) => onDraft({ ...draft, [field]: value })}
          />
        )
      })}
    </div>
  )
}
