import { type CommandCall, CommandCall as Schema } from '#contract/history.ts'
import { argumentsOf } from './argument.ts'
import type { Draft } from './palette.ts'

/** Most rows that a call names one by one. */
const idsMax = 20

/** A draft as plain data: without secrets, and without rows or arguments that are too many to name. */
export function callOf({ command, meant, args }: Pick<Draft, 'command' | 'meant' | 'args'>): CommandCall {
  const kept = argumentsOf(command).filter(({ name, secret, file }) => !secret && !file && args[name] !== undefined)
  const selection = meant?.selection ?? null
  const named = selection !== null && 'ids' in selection && selection.ids.length > idsMax
  const called = { v: 1 as const, id: command.id, selection: named ? null : selection }
  const parsed = Schema.safeParse({ ...called, args: Object.fromEntries(kept.map(({ name }) => [name, args[name]])) })
  return parsed.data ?? { ...called, args: {} }
}
