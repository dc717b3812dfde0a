import { type FocusEvent, type RefObject, useEffect, useId, useRef } from 'react'
import { formatMoney } from '#contract/kernel/format.ts'
import type { Money } from '#contract/kernel/values.ts'
import { type Argument, hasOptions } from '#src/command/arguments/argument.ts'
import type { Draft } from '#src/command/arguments/draft.ts'
import { language } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import styles from './ArgumentForm.module.css'
import { OptionList } from './OptionList.tsx'
import { optionRows } from './option-rows.tsx'
import { shownText, useFieldChoice } from './use-field-choice.ts'

/** What Enter and the arrows do in the field that is being filled in. */
export interface FieldKeys {
  accept(): void
  move(by: number): void
}

interface Props {
  readonly draft: Draft
  readonly argument: Argument
  readonly max: Money | number | null
  /** What is wrong with what stands there, in the reader's words. */
  readonly problem: string | undefined
  /** Whether it is the one that is being filled in; it sets `keys` then. */
  readonly active: boolean
  readonly keys: RefObject<FieldKeys | null>
  onFocus(): void
  /** Goes to what follows this field. */
  next(from: HTMLInputElement | null): void
}

/** How much it may be, and whether it may be left empty; or what is wrong with it. */
function Below({ id, argument, max, problem }: Pick<Props, 'argument' | 'max' | 'problem'> & { id: string }) {
  const { say } = useText()
  const most = max === null ? '' : typeof max === 'number' ? String(max) : formatMoney(max, language())
  if (problem) {
    return (
      <p id={id} className={styles.below} role="alert" data-bad="true">
        {problem}
      </p>
    )
  }
  const { hint, optional } = argument.prompt
  // what it means to leave it empty is said by its hint, where it has one
  const hints = [most && say('command.upTo', { most }), hint ? say(hint) : optional && say('command.optional')]
  return (
    <p id={id} className={styles.below}>
      {hints.filter(Boolean).join(' · ')}
    </p>
  )
}

const comboboxOf = (expanded: boolean) =>
  ({ role: 'combobox', 'aria-expanded': expanded, 'aria-autocomplete': 'list' }) as const

/** Whether the focus stays in the field: a press on an option is one for its line. */
const staysInside = ({ currentTarget, relatedTarget }: FocusEvent): boolean =>
  relatedTarget instanceof Node && currentTarget.parentElement?.contains(relatedTarget) === true

/** One argument in the form: its name, what it is, what can be chosen for it, and what is wrong with it. */
export function FormField(props: Props) {
  const { draft, argument, problem, active, keys, onFocus, next } = props
  const { say } = useText()
  const id = useId()
  const line = useRef<HTMLInputElement>(null)
  const go = () => next(line.current)
  const { options, chosen, typed, digits, ...choice } = useFieldChoice({ draft, argument, active, go })
  const listed = hasOptions(argument)
  useEffect(() => {
    if (active) keys.current = { accept: () => (chosen === null ? go() : choice.take(chosen)), move: choice.move }
  })
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{say(argument.label)}</label>
      <div>
        <input
          ref={line}
          id={id}
          className={styles.input}
          type={argument.secret ? 'password' : 'text'}
          autoComplete={argument.secret ? 'one-time-code' : 'off'}
          spellCheck={false}
          value={typed ?? shownText(draft, argument)}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-below`}
          {...(listed && comboboxOf(active))}
          onChange={({ target }) => choice.write(target.value)}
          onFocus={({ target }) => {
            target.select()
            onFocus()
          }}
          onBlur={(event) => staysInside(event) || choice.leave()}
        />
        {active && listed && (
          <OptionList
            line={line}
            label={say(argument.label)}
            chosen={chosen}
            onChoose={choice.take}
            sections={[{ heading: '', choices: optionRows(options, digits) }]}
          />
        )}
        <Below id={`${id}-below`} {...props} />
      </div>
    </div>
  )
}
