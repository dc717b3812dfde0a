import type { z } from 'zod'
import { type Field, fieldOf } from '#contract/kernel/field.ts'
import type { Code } from '#contract/kernel/vocabulary.ts'
import { type ReferenceKind, referenceKinds } from '#contract/references.ts'
import type { ActionTarget } from '#src/command/active-list.ts'
import type { ArgumentPrompt, Command } from '#src/command/command.ts'
import { offeredChoices } from '#src/locale/choices.ts'
import { currentSession } from '#src/session/base/session.ts'

/** One argument of a command: what it is called, what it holds, and how it is asked for. */
export interface Argument {
  readonly name: string
  /** The text key of its name. */
  readonly label: string
  /** With the choices there are now, and what is offered beside free text. */
  readonly field: Field & { readonly offered?: readonly string[] }
  readonly prompt: ArgumentPrompt
  readonly schema: z.ZodType
  /** The field of the row that says how much it may be at most. */
  readonly limitField: string | null
  /** A password or a one-time code: never shown, kept or sent anywhere but with the command. */
  readonly secret: boolean
}

/** A field with what can be chosen for it now: dictionaries change. */
function offeredNow(field: Field, { mailOnly = [] }: ArgumentPrompt): Argument['field'] {
  if (field.offers) return { ...field, offered: offeredChoices(field).map(String) }
  if (field.kind !== 'choice') return field
  const isOffered = (code: Code) => currentSession.user?.mail === true || !mailOnly.includes(String(code))
  return { ...field, choices: offeredChoices(field).filter(isOffered) }
}

/** The one row of a target; none where it is of several, or of none. */
const rowOf = (target: ActionTarget | null) => (target?.count === 1 ? target.loadedRows[0] : undefined)

/** The arguments a command asks for, in order: of a target, where what is secret depends on its row. */
export function argumentsOf({ id, call }: Command, target: ActionTarget | null = null): readonly Argument[] {
  if (!call) return []
  const { endpoint, args } = call
  const noun = id.slice(0, id.indexOf('.'))
  const row = rowOf(target)
  return Object.entries(args).map(([name, prompt]): Argument => {
    const schema = endpoint.input.shape[name] as z.ZodType // `ask` names only what the endpoint takes
    return {
      name,
      label: `${noun}.${name}`,
      field: offeredNow(fieldOf(name, schema), prompt),
      prompt,
      schema,
      limitField: endpoint.bounds?.[name] ?? null,
      secret: (endpoint.secrets?.includes(name) ?? false) && !(row && prompt.isPlain?.(row as never)), // of its own noun
    }
  })
}

/** The kind of record that is searched for on the server; null for what is typed or chosen from words. */
export const referenceKindOf = ({ field }: Argument): ReferenceKind | null =>
  referenceKinds.find((kind) => field.kind === 'id' && kind === field.of) ?? null

/** Whether it is chosen from a list instead of typed. */
export const isPickedFromList = (argument: Argument): boolean =>
  argument.field.kind === 'choice' || argument.field.kind === 'flag' || referenceKindOf(argument) !== null

/** Whether there is something to choose, be it that anything else may be typed: a reason. */
export const hasOptions = (argument: Argument): boolean =>
  isPickedFromList(argument) || argument.field.offered !== undefined

/** So many arguments are asked for one after the other in the line; of more there is a form with all of them. */
const lineMax = 3

/** Whether everything is asked for at once. */
export const opensForm = (command: Command): boolean => argumentsOf(command).length > lineMax
