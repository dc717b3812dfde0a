import type { z } from 'zod'
import { type Field, fieldOf } from '#contract/kernel/field.ts'
import { type ReferenceKind, referenceKinds } from '#contract/references.ts'
import type { ArgumentPrompt, Command } from '#src/command/command.ts'

/** One argument of a command: what it is called, what it holds, and how it is asked for. */
export interface Argument {
  readonly name: string
  /** The text key of its name. */
  readonly label: string
  readonly field: Field
  readonly prompt: ArgumentPrompt
  readonly schema: z.ZodType
  /** The field of the row that says how much it may be at most. */
  readonly limitField: string | null
  /** A password or a one-time code: never shown, kept or sent anywhere but with the command. */
  readonly secret: boolean
}

/** The arguments a command asks for, in order. */
export function argumentsOf({ id, call }: Command): readonly Argument[] {
  if (!call) return []
  const { endpoint, args } = call
  const noun = id.slice(0, id.indexOf('.'))
  return Object.entries(args).map(([name, prompt]): Argument => {
    const schema = endpoint.input.shape[name] as z.ZodType // `ask` names only what the endpoint takes
    return {
      name,
      label: `${noun}.${name}`,
      field: fieldOf(name, schema),
      prompt,
      schema,
      limitField: endpoint.bounds?.[name] ?? null,
      secret: endpoint.secrets?.includes(name) ?? false,
    }
  })
}

/** The kind of record that is searched for on the server; null for what is typed or chosen from words. */
export const referenceKindOf = ({ field }: Argument): ReferenceKind | null =>
  referenceKinds.find((kind) => field.kind === 'id' && kind === field.of) ?? null

/** Whether it is chosen from a list instead of typed. */
export const isPickedFromList = (argument: Argument): boolean =>
  argument.field.kind === 'choice' || argument.field.kind === 'flag' || referenceKindOf(argument) !== null
