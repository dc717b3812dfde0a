import { useState } from 'react'
import { type Argument, hasOptions, isPickedFromList } from '#src/command/arguments/argument.ts'
import { type ArgumentOption, useArgumentOptions } from '#src/command/arguments/argument-options.ts'
import type { Draft } from '#src/command/arguments/draft.ts'
import { withChoice, withText } from '#src/command/arguments/form-draft.ts'
import { formatArguments } from '#src/command/arguments/format-args.ts'
import { updateForm } from '#src/command/run/palette-state.ts'
import { useActiveOption } from './use-active-option.ts'
import { areDigitsFree, useDigitChoice } from './use-digit-choice.ts'

/** What a field says before anybody types in it: what was chosen, or what stands there. */
export function shownText({ command, args, names, initialTexts }: Draft, argument: Argument): string {
  if (!isPickedFromList(argument)) return initialTexts[argument.name] ?? ''
  return formatArguments(command, args, names).find((one) => one.argument.name === argument.name)?.text ?? ''
}

interface FieldChoiceOptions {
  readonly draft: Draft
  readonly argument: Argument
  readonly active: boolean
  /** Goes on once something is chosen. */
  go(): void
}

/** Choosing in a field of the form: what is offered for what is typed, and what of it Enter would take. */
export function useFieldChoice({ draft, argument, active, go }: FieldChoiceOptions) {
  const picked = isPickedFromList(argument)
  // typed since the field was entered; null: what stands there was there before
  const [typed, setTyped] = useState<string | null>(null)
  const looked = typed ?? ''
  const known = useArgumentOptions(argument, hasOptions(argument) ? looked : '')
  const options = known === 'pending' || !hasOptions(argument) ? [] : known
  const open = options.filter(({ closed }) => !closed)
  const ids = open.map(({ id }) => id)
  const current = options.find(({ value }) => value === draft.args[argument.name])?.id
  const free = !picked || (argument.prompt.optional && looked === '')
  const { chosen, move } = useActiveOption(ids, (typed === null && current) || (free ? null : (ids[0] ?? null)), looked)
  const give = (option: ArgumentOption) => {
    updateForm(picked ? withChoice(draft, argument, option) : withText(draft, argument, option.name))
    setTyped(null)
  }
  const byId = (id: string | null) => open.find((one) => one.id === id)
  const takeOption = (option: ArgumentOption | undefined) => {
    if (!option) return
    give(option)
    go()
  }
  const take = (id: string) => takeOption(byId(id))
  const write = (text: string) => {
    setTyped(text)
    updateForm(picked ? withChoice(draft, argument, null) : withText(draft, argument, text))
  }
  const leave = () => {
    // what was looked for and is highlighted is what was meant
    const meant = typed && picked ? byId(chosen) : undefined
    if (meant) give(meant)
    else setTyped(null)
  }
  useDigitChoice({ options: open, text: looked, active, take: takeOption })
  return { options, chosen, move, take, typed, write, leave, digits: looked === '' && areDigitsFree(options) }
}
