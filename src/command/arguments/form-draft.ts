import type { Money } from '#contract/kernel/values.ts'
import { type Argument, argumentsOf, isPickedFromList } from './argument.ts'
import { type Draft, withArgument } from './draft.ts'
import { parseContext } from './draft-text.ts'
import { type ParseProblem, type ParseResult, parseArgument } from './parse-arg.ts'

/** The most that an argument may be, where that is known. */
export type MaximumOf = (argument: Argument) => Money | number | null

const missing: ParseProblem = { problem: 'command.missing' }

/** What stands in one field of the form. */
function readField(draft: Draft, argument: Argument, maximumOf: MaximumOf): ParseResult {
  const { name, prompt } = argument
  if (!isPickedFromList(argument)) {
    return parseArgument(argument, draft.initialTexts[name] ?? '', { ...parseContext(), max: maximumOf(argument) })
  }
  return draft.args[name] === undefined && !prompt.optional ? missing : { value: draft.args[name] }
}

/** What is wrong in the form, by the argument, in order; none where it can be gone on with. */
export const formProblems = (draft: Draft, maximumOf: MaximumOf): ReadonlyMap<string, ParseProblem> =>
  new Map(
    argumentsOf(draft.command).flatMap((argument) => {
      const read = readField(draft, argument, maximumOf)
      return 'problem' in read ? [[argument.name, read] as const] : []
    }),
  )

/** `draft` with what stands in the form. */
export function filledIn(draft: Draft, maximumOf: MaximumOf): Draft {
  const values = argumentsOf(draft.command).map((argument) => {
    const read = readField(draft, argument, maximumOf)
    return [argument.name, 'value' in read ? read.value : undefined]
  })
  return { ...draft, args: { ...draft.args, ...Object.fromEntries(values) } }
}

/** `draft` with another text in one of its fields; the value follows, so that what is left half-way can be gone on with. */
export function withText(draft: Draft, argument: Argument, typed: string): Draft {
  const next = { ...draft, initialTexts: { ...draft.initialTexts, [argument.name]: typed } }
  const read = readField(next, argument, () => null)
  const { [argument.name]: _, ...args } = draft.args
  return { ...next, args: 'value' in read && typed !== '' ? { ...args, [argument.name]: read.value } : args }
}

/** `draft` with a choice in one of its fields, or with none. */
export function withChoice(draft: Draft, argument: Argument, chosen: { value: unknown; name: string } | null): Draft {
  if (chosen) return withArgument(draft, argument, chosen.value, chosen.name)
  const { [argument.name]: _, ...args } = draft.args
  return { ...draft, args }
}
