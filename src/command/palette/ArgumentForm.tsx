import { useEffect, useRef, useState } from 'react'
import { maximumOfRows, useArgumentLimits } from '#src/command/arguments/arg-limits.ts'
import { argumentsOf } from '#src/command/arguments/argument.ts'
import type { Draft } from '#src/command/arguments/draft.ts'
import { filledIn, formProblems, type MaximumOf } from '#src/command/arguments/form-draft.ts'
import { advance, leaveDraft } from '#src/command/run/executor.ts'
import { paletteState } from '#src/command/run/palette-state.ts'
import { useKeys } from '#src/keyboard/keyboard.ts'
import { useText } from '#src/locale/text.ts'
import styles from './ArgumentForm.module.css'
import { type FieldKeys, FormField } from './FormField.tsx'
import { StepButtons } from './StepButtons.tsx'

/** The draft as it is now: a value that was just given is in it before it is drawn. */
const draftNow = (): Draft | null => (paletteState.step.at === 'form' ? paletteState.step.draft : null)

/** What the server has against some of the arguments. */
type Refused = ReadonlyMap<string, string> | undefined

const inputsOf = (form: Element | null) => [...(form?.querySelectorAll('input') ?? [])]
/** What stands in the fields of a form, to be compared. */
const textsIn = (form: Element | null): string => JSON.stringify(inputsOf(form).map(({ value }) => value))

/** Goes through the fields, and on from the last. What is missing is told once somebody wants to go on. */
function useFormFlow(maximumOf: MaximumOf, refused: Refused) {
  const form = useRef<HTMLFieldSetElement>(null)
  const [tried, setTried] = useState(false)
  const begun = useRef('')
  const opened = useRef(refused)
  const inputs = () => inputsOf(form.current)
  useEffect(() => {
    begun.current = textsIn(form.current)
    const all = argumentsOf(draftNow()!.command) // the form stands there for one
    const first = Math.max(
      all.findIndex(({ name }) => opened.current?.has(name)),
      0,
    )
    inputsOf(form.current)[first]?.focus()
  }, [])
  const go = () => {
    const draft = draftNow()
    if (!draft) return
    const wrong = formProblems(draft, maximumOf)
    setTried(true)
    if (wrong.size === 0) return void advance(filledIn(draft, maximumOf))
    const first = argumentsOf(draft.command).findIndex(({ name }) => wrong.has(name))
    inputs()[first]?.focus()
  }
  const next = (from: HTMLInputElement | null) => {
    const all = inputs()
    const following = from && all[all.indexOf(from) + 1]
    if (following) following.focus()
    else go()
  }
  /** Whether the focus is in a field, and anything has been typed or chosen since the form was opened. */
  const isTyping = () => document.activeElement instanceof HTMLInputElement && textsIn(form.current) !== begun.current
  return { form, tried, go, next, isTyping }
}

/** All arguments of a command that asks for many: in any order, by keys and by mouse. */
export function ArgumentForm({ draft, refused }: { readonly draft: Draft; readonly refused?: Refused }) {
  const { say } = useText()
  const keys = useRef<FieldKeys | null>(null)
  const [active, setActive] = useState('')
  const limits = useArgumentLimits(draft)
  const maximumOf: MaximumOf = (argument) => limits?.most[argument.name] ?? maximumOfRows(argument, draft.target)
  const { form, tried, go, next, isTyping } = useFormFlow(maximumOf, refused)
  const problems = tried ? formProblems(draft, maximumOf) : null
  const problemOf = (name: string) => {
    const wrong = problems?.get(name)
    return wrong ? say(wrong.problem, wrong.values) : refused?.get(name)
  }
  const back = useRef<HTMLButtonElement>(null)
  // one layer at a time: the field is left with what stands in it, then the form, then the palette
  const leaveLayer = () => (isTyping() ? back.current?.focus() : leaveDraft(draftNow() ?? draft))
  const enter = () => {
    const { activeElement } = document
    if (activeElement instanceof HTMLButtonElement) activeElement.click()
    else keys.current?.accept()
  }
  useKeys('palette', [
    { id: 'palette.accept', keys: 'enter', run: enter },
    { id: 'palette.run', keys: 'mod+enter', run: go },
    { id: 'palette.down', keys: 'down', run: () => keys.current?.move(1), repeats: true },
    { id: 'palette.up', keys: 'up', run: () => keys.current?.move(-1), repeats: true },
    { id: 'palette.escape', keys: 'escape', run: leaveLayer },
  ])
  const fields = argumentsOf(draft.command, draft.target).map((argument) => ({
    ...{ draft, argument, keys, next, max: maximumOf(argument), problem: problemOf(argument.name) },
    active: argument.name === active,
    onFocus: () => setActive(argument.name),
  }))
  return (
    <>
      <div className={styles.scroller}>
        <fieldset ref={form} className={styles.form} aria-label={say(draft.command.id)}>
          {fields.map((field) => (
            <FormField key={field.argument.name} {...field} />
          ))}
        </fieldset>
      </div>
      <StepButtons draft={draft} last backButton={back} back={() => leaveDraft(draftNow() ?? draft)} go={go} />
    </>
  )
}
