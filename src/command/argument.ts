import type { z } from 'zod'
import { type Field, fieldOf } from '#contract/kernel/field.ts'
import { money } from '#contract/kernel/money.ts'
import type { Currency } from '#contract/kernel/values.ts'
import type { Asking, Command } from './define.ts'

/** One argument of a command: what it is called, what it holds, and how it is asked for. */
export interface Argument {
  readonly name: string
  /** The text key of its name. */
  readonly label: string
  readonly field: Field
  readonly asking: Asking
  readonly schema: z.ZodType
}

/** The arguments a command asks for, in order. */
export function argumentsOf({ id, call }: Command): readonly Argument[] {
  if (!call) return []
  const noun = id.slice(0, id.indexOf('.'))
  return Object.entries(call.ask).map(([name, asking]) => {
    const schema = call.endpoint.input.shape[name] as z.ZodType // `ask` names only what the endpoint takes
    return { name, label: `${noun}.${name}`, field: fieldOf(name, schema), asking, schema }
  })
}

/** A value that was understood, or the text key of what is wrong with it. */
export type Reading = { readonly value: unknown } | { readonly problem: string }

/** An amount as people type it: `500`, `1,200.50`, `5k`. */
function readMoney(text: string, currency: Currency): Reading {
  const [, digits, unit = ''] = /^([\d,]*\.?\d*)\s*(k|m)?$/i.exec(text.trim()) ?? []
  const plain = digits?.replaceAll(',', '')
  if (!plain || plain === '.') return { problem: 'command.notAnAmount' }
  try {
    const { minor } = money(plain, currency)
    const value = { minor: minor * (unit === '' ? 1 : unit.toLowerCase() === 'k' ? 1_000 : 1_000_000), currency }
    return value.minor > 0 ? { value } : { problem: 'command.notPositive' }
  } catch {
    return { problem: 'command.tooPrecise' }
  }
}

/** Reads what was typed for an argument. Choices and references are chosen from a list, not read. */
export function readArgument({ field, schema, asking }: Argument, text: string, currency: Currency): Reading {
  const typed = text.trim()
  if (typed === '') return asking.optional ? { value: undefined } : { problem: 'command.missing' }
  if (field.kind === 'money') return readMoney(typed, currency)
  const parsed = schema.safeParse(field.kind === 'count' ? Number(typed) : typed)
  return parsed.success ? { value: parsed.data } : { problem: 'command.notValid' }
}
