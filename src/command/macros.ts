import { proxy } from 'valtio'
import { macros as calls, type Macro, type Step } from '#contract/macros.ts'
import { announce } from '#src/call/announce.ts'
import { call } from '#src/call/call.ts'
import { say } from '#src/locale/text.ts'
import { onSignOut, session } from '#src/session/session.ts'
import { toast } from '#src/ui/toast.ts'
import { type Argument, argumentsOf, isChosen } from './argument.ts'
import { begin } from './executor.ts'
import type { Done } from './history.ts'
import type { Follow } from './palette.ts'
import { commandOf } from './registry.ts'
import { rowsById } from './rows.ts'
import { type Meant, scene } from './scene.ts'

/** What one can replay: one's own macros, and those of one's team. */
export const macros = proxy<{ all: readonly Macro[]; known: boolean }>({ all: [], known: false })
onSignOut(() => Object.assign(macros, { all: [], known: false }))

/** Fetches what one can replay. Without an answer there is nothing. */
export async function loadMacros(): Promise<void> {
  const of = session.user?.userId
  const { macros: all } = await call(calls.list, {}).catch(() => ({ macros: [] }))
  if (session.user?.userId === of) Object.assign(macros, { all, known: true })
}

/** Whether a command can be a step: one of the server, on rows, that does not stay for good. */
const isStep = (id: string): boolean => {
  const command = commandOf(id)
  return command?.rows != null && command.call !== null && command.risk !== 'irreversible'
}

/** What was done and can be done again as a step, the newest first. */
export const recordable = (past: readonly Done[]): readonly Done[] => past.filter(({ id }) => isStep(id))

/** Whether an argument is asked for each time unless somebody says otherwise: free text may name a person. */
export const isHole = (argument: Argument): boolean =>
  argument.secret || (!isChosen(argument) && ['text', 'name', 'masked'].includes(argument.field.kind))

/** A step of what was done: without its rows, and without what is asked for each time. */
export function stepOf({ id, args, names }: Done, holes: ReadonlySet<string>): Step {
  const all = argumentsOf(commandOf(id)!) // only what `recordable` lets through
  const kept = all.filter(({ name, secret }) => !secret && !holes.has(name) && args[name] !== undefined)
  const asked = all.filter((argument) => !kept.includes(argument)).map(({ name }) => name)
  const given = Object.fromEntries(kept.map(({ name }) => [name, args[name]]))
  return {
    call: { v: 1, id, selection: null, args: given as Step['call']['args'] }, // as they went to the server
    names: Object.fromEntries(Object.entries(names).filter(([name]) => name in given)),
    holes: asked,
  }
}

/** Keeps steps under a name. Answers whether they are kept. */
export async function saveMacro(macro: Pick<Macro, 'name' | 'steps' | 'shared'>): Promise<boolean> {
  try {
    const { name } = await call(calls.save, macro, { idempotencyKey: crypto.randomUUID() })
    await loadMacros()
    toast('good', say('macros.saved', { name }))
    return true
  } catch (error) {
    announce(error)
    return false
  }
}

/** Throws one's own away. */
export async function removeMacro({ id }: Macro): Promise<void> {
  await call(calls.remove, { id }, { idempotencyKey: crypto.randomUUID() }).catch(announce)
  await loadMacros()
}

const told = (key: 'stopped' | 'notYours', { name, steps }: Macro, at: number): void =>
  toast('warn', say(`macros.${key}`, { name, step: at + 1, count: steps.length }), { ms: 8_000 })

/** The same rows as they are now; those of a filter the server looks up by itself. */
const asNow = async (meant: Meant): Promise<Meant | null> =>
  'ids' in meant.selection ? rowsById(meant.noun, meant.selection.ids) : meant

interface Replaying {
  readonly macro: Macro
  /** Somebody else put it together, or it came by a link: every step is asked about. */
  readonly foreign: boolean
}

/** Goes on with a macro at one of its steps, for rows that were meant when it began. */
async function goOn(replaying: Replaying, at: number, meant: Meant | null): Promise<void> {
  const { macro, foreign } = replaying
  const step = macro.steps[at]
  if (!step) return toast('good', say('macros.replayed', { name: macro.name }))
  if (!isStep(step.call.id)) return told('notYours', macro, at)
  const rows = at > 0 && meant ? await asNow(meant) : meant
  const command = commandOf(step.call.id)!
  await begin(command, {
    ...(rows && { meant: rows }),
    args: step.call.args,
    names: step.names,
    foreign,
    follow: followed(replaying, at, rows),
  })
}

/** How long it is offered to go on with a macro. */
const offeredMs = 60_000

/** What comes of a step: the next one, at once or when somebody says so, or the end. */
function followed(replaying: Replaying, at: number, rows: Meant | null): Follow {
  const { macro } = replaying
  const { name, steps } = macro
  const done = () => void goOn(replaying, at + 1, rows)
  const asked = say('macros.ready', { name, step: at + 1, count: steps.length })
  const offer = { ms: offeredMs, action: { label: say('macros.goOn'), run: done } }
  return {
    done,
    stopped: () => told('stopped', macro, at),
    ready: () => (at + 1 < steps.length ? toast('info', asked, offer) : done()),
  }
}

/**
 * Replays a macro on what is meant now. Every step goes the way of any command: right, rows, arguments, review. It stops
 * at the first that is refused or fails. A run that takes its time is waited for; whoever has turned to something else
 * meanwhile is asked before the next step.
 */
export function replay(macro: Macro, about: Meant | null = null, linked = false): Promise<void> {
  const foreign = linked || macro.maker.id !== session.user?.userId
  return goOn({ macro, foreign }, 0, about ?? scene.list?.meant() ?? null)
}

/** What a macro does, step by step, as it reads on this screen. */
export const saidOfMacro = ({ steps }: Macro): string => steps.map(({ call: { id } }) => say(id)).join(' → ')
