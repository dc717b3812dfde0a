import { proxy } from 'valtio'
import { CommandCall, history as calls, type HistoryItem, historyMax, historyPageMax } from '#contract/history.ts'
import type { Instant } from '#contract/kernel/values.ts'
import { call } from '#src/call/call.ts'
import { argumentsOf } from '#src/command/arguments/argument.ts'
import type { Draft } from '#src/command/arguments/draft.ts'
import { formatArguments, type ReferenceNames } from '#src/command/arguments/format-args.ts'
import { commandOf } from '#src/command/registry.ts'
import type { Usage } from '#src/command/search/frecency.ts'
import { currentSession, onBeforeSignOut, onSignOut } from '#src/session/base/session.ts'

/** One use of a command or a page: what it was, with which arguments, on how many rows, when. */
export interface HistoryEntry extends Usage {
  readonly count: number
  readonly args: Readonly<Record<string, unknown>>
  readonly names: ReferenceNames
}

interface CommandHistory {
  entries: HistoryEntry[]
  /** Commands and pages that are kept at hand. */
  pinned: readonly string[]
}

/** What was done, newest first, and what is pinned: kept on the server for each person. */
export const commandHistory = proxy<CommandHistory>({ entries: [], pinned: [] })

/** What the server has not been told yet. */
let unsent: HistoryItem[] = []
let flushTimer: ReturnType<typeof setTimeout> | null = null
const flushDelayMs = 3_000

const clear = () => {
  Object.assign(commandHistory, { entries: [], pinned: [] })
  unsent = []
  if (flushTimer) clearTimeout(flushTimer)
  flushTimer = null
}
onSignOut(clear)

const toEntry = ({ at, call: { id, args }, count, names }: HistoryItem): HistoryEntry => ({
  ...{ id, at: Date.parse(at), count, args, names },
})

/** Fetches what the server has kept. What was done meanwhile stays in front. Without an answer there is no past. */
export async function loadHistory(): Promise<void> {
  const of = currentSession.user?.userId
  const { past, pinned } = await call(calls.list, {}).catch(() => ({ past: [], pinned: [] }))
  if (currentSession.user?.userId !== of) return
  const known = new Set(commandHistory.entries.map(({ at }) => at))
  commandHistory.entries = [...commandHistory.entries, ...past.map(toEntry).filter(({ at }) => !known.has(at))].slice(
    0,
    historyMax,
  )
  commandHistory.pinned = pinned
}

/** Tells the server what was done; what it does not hear is only missing from the history. */
async function flush(how: Parameters<typeof call>[2] = {}): Promise<void> {
  if (flushTimer) clearTimeout(flushTimer)
  flushTimer = null
  const past = unsent.splice(0, historyPageMax)
  if (past.length > 0) await call(calls.add, { past }, how).catch(() => {})
}
onBeforeSignOut((signal) => flush({ signal }))

/** Has what was done last told though the page goes away before its time. Answers how to stop. */
export function flushOnPageHide(): () => void {
  const end = () => void flush({ outlives: true })
  window.addEventListener('pagehide', end)
  return () => window.removeEventListener('pagehide', end)
}

function record(past: HistoryItem): void {
  commandHistory.entries = [toEntry(past), ...commandHistory.entries].slice(0, historyMax)
  unsent.push(past)
  flushTimer ??= setTimeout(() => void flush(), flushDelayMs)
}

const now = () => new Date().toISOString() as Instant // what it writes is one

/** Writes down that a page was gone to, or a command run that has no draft. */
export const recordUse = (id: string): void =>
  record({ at: now(), call: { v: 1, id, selection: null, args: {} }, count: 0, names: {} })

/** Most rows that a call names one by one. */
const idsMax = 20

/** A draft as plain data: without secrets, and without rows or arguments that are too many to name. */
function draftSnapshot({ command, target, args }: Pick<Draft, 'command' | 'target' | 'args'>): CommandCall {
  const kept = argumentsOf(command).filter(({ name, secret }) => !secret && args[name] !== undefined)
  const selection = target?.selection ?? null
  const named = selection !== null && 'ids' in selection && selection.ids.length > idsMax
  const called = { v: 1 as const, id: command.id, selection: named ? null : selection }
  const parsed = CommandCall.safeParse({
    ...called,
    args: Object.fromEntries(kept.map(({ name }) => [name, args[name]])),
  })
  return parsed.data ?? { ...called, args: {} }
}

/** Writes down that a draft was carried out. */
export function recordDraft(draft: Draft): void {
  const asked = new Set(argumentsOf(draft.command).map(({ name }) => name))
  const names = Object.fromEntries(Object.entries(draft.names).filter(([name]) => asked.has(name)))
  record({ at: now(), call: draftSnapshot(draft), count: draft.target?.count ?? 0, names })
}

/** What was given for the arguments of something that was done, as it reads on this screen. */
export function describeArguments({ id, args, names }: HistoryEntry): string[] {
  const command = commandOf(id)
  return command ? formatArguments(command, args, names).flatMap(({ text }) => (text ? [text] : [])) : []
}

/** Pins a command or a page, or no longer. */
export async function setPinned(id: string, pinned: boolean): Promise<void> {
  const { pinned: now } = await call(calls.pin, { id, pinned })
  commandHistory.pinned = now
}
