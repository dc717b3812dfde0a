import { z } from 'zod'
import { type Field, fieldOf } from '#contract/kernel/field.ts'
import { type Referable, referables } from '#contract/references.ts'
import type { Asking, Command } from './define.ts'

/** One argument of a command: what it is called, what it holds, and how it is asked for. */
export interface Argument {
  readonly name: string
  /** The text key of its name. */
  readonly label: string
  readonly field: Field
  readonly asking: Asking
  readonly schema: z.ZodType
  /** The field of the row that says how much it may be at most. */
  readonly bound: string | null
  /** A password or a one-time code: never shown, kept or sent anywhere but with the command. */
  readonly secret: boolean
  /** A file: which kinds are offered. Kept nowhere, and not typed but chosen. */
  readonly file: { readonly accept: string } | null
}

const ofFile = z.custom<File>((value) => value instanceof File)

/** The arguments a command asks for, in order. */
export function argumentsOf({ id, call }: Command): readonly Argument[] {
  if (!call) return []
  const { endpoint, ask, files } = call
  const noun = id.slice(0, id.indexOf('.'))
  const typed = Object.entries(ask).map(([name, asking]): Argument => {
    const schema = endpoint.input.shape[name] as z.ZodType // `ask` names only what the endpoint takes
    return {
      name,
      label: `${noun}.${name}`,
      field: fieldOf(name, schema),
      asking,
      schema,
      bound: endpoint.bounds?.[name] ?? null,
      secret: endpoint.secrets?.includes(name) ?? false,
      file: null,
    }
  })
  const chosen = Object.entries(files).map(([name, { accept = '', optional }]): Argument => {
    const field: Field = { name, kind: 'text', nullable: false }
    const asking: Asking = optional ? { optional } : {}
    const schema = optional ? ofFile.optional() : ofFile
    return { name, label: `${noun}.${name}`, field, asking, schema, bound: null, secret: false, file: { accept } }
  })
  return [...typed, ...chosen]
}

/** The kind of record that is searched for on the server; null for what is typed or chosen from words. */
export const searchedFor = ({ field }: Argument): Referable | null =>
  referables.find((kind) => field.kind === 'id' && kind === field.of) ?? null

/** Whether it is chosen from a list instead of typed. */
export const isChosen = (argument: Argument): boolean =>
  argument.field.kind === 'choice' || argument.field.kind === 'flag' || searchedFor(argument) !== null
