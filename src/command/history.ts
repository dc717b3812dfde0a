import { proxy } from 'valtio'
import type { Past } from '#contract/history.ts'
import { history as calls, keptMax, toldMax } from '#contract/history.ts'
import type { Instant } from '#contract/kernel/values.ts'
import { call } from '#src/call/call.ts'
import { onLeaving, onSignOut, session } from '#src/session/session.ts'
import { argumentsOf } from './argument.ts'
import { callOf } from './call.ts'
import type { Draft } from './palette.ts'
import { commandOf } from './registry.ts'
import { type Names, shownArguments } from './saying.ts'
import type { Use } from './search/frecency.ts'

/** One use of a command or a page: what it was, with which arguments, on how many rows, when. */
export interface Done extends Use {
  readonly count: number
  readonly args: Readonly<Record<string, unknown>>
  readonly names: Names
}

interface History {
  past: Done[]
  /** Commands and pages that are kept at hand. */
  pinned: readonly string[]
}

/** What was done, newest first, and what is pinned: kept on the server for each person. */
export const history = proxy<History>({ past: [], pinned: [] })

/** What the server has not been told yet. */
let untold: Past[] = []
let telling: ReturnType<typeof setTimeout> | null = null
const tellMs = 3_000

const forget = () => {
  Object.assign(history, { past: [], pinned: [] })
  untold = []
  if (telling) clearTimeout(telling)
  telling = null
}
onSignOut(forget)

const doneOf = ({ at, call: { id, args }, count, names }: Past): Done => ({
  ...{ id, at: Date.parse(at), count, args, names },
})

/** Fetches what the server has kept. What was done meanwhile stays in front. Without an answer there is no past. */
export async function loadHistory(): Promise<void> {
  const of = session.user?.userId
  const { past, pinned } = await call(calls.list, {}).catch(() => ({ past: [], pinned: [] }))
  if (session.user?.userId !== of) return
  const known = new Set(history.past.map(({ at }) => at))
  history.past = [...history.past, ...past.map(doneOf).filter(({ at }) => !known.has(at))].slice(0, keptMax)
  history.pinned = pinned
}

/** Tells the server what was done; what it does not hear is only missing from the history. */
async function tell(how: Parameters<typeof call>[2] = {}): Promise<void> {
  if (telling) clearTimeout(telling)
  telling = null
  const past = untold.splice(0, toldMax)
  if (past.length > 0) await call(calls.add, { past }, how).catch(() => {})
}
onLeaving((signal) => tell({ signal }))

/** Has what was done last told though the page goes away before its time. Answers how to stop. */
export function tellAtEnd(): () => void {
  const end = () => void tell({ outlives: true })
  window.addEventListener('pagehide', end)
  return () => window.removeEventListener('pagehide', end)
}

function keep(past: Past): void {
  history.past = [doneOf(past), ...history.past].slice(0, keptMax)
  untold.push(past)
  telling ??= setTimeout(() => void tell(), tellMs)
}

const now = () => new Date().toISOString() as Instant // what it writes is one

/** Writes down that a page was gone to, or a command run that has no draft. */
export const note = (id: string): void =>
  keep({ at: now(), call: { v: 1, id, selection: null, args: {} }, count: 0, names: {} })

/** Writes down that a draft was carried out. */
export function remember(draft: Draft): void {
  const asked = new Set(argumentsOf(draft.command).map(({ name }) => name))
  const names = Object.fromEntries(Object.entries(draft.names).filter(([name]) => asked.has(name)))
  keep({ at: now(), call: callOf(draft), count: draft.meant?.count ?? 0, names })
}

/** What was given for the arguments of something that was done, as it reads on this screen. */
export function saidOf({ id, args, names }: Done): string[] {
  const command = commandOf(id)
  return command ? shownArguments(command, args, names).flatMap(({ text }) => (text ? [text] : [])) : []
}

/** Pins a command or a page, or no longer. */
export async function pin(id: string, pinned: boolean): Promise<void> {
  const { pinned: now } = await call(calls.pin, { id, pinned })
  history.pinned = now
}
