import { proxy } from 'valtio'
import { macros as calls, type Macro, type MacroStep } from '#contract/macros.ts'
import { call } from '#src/call/call.ts'
import { showError } from '#src/call/show-error.ts'
import { type ActionTarget, currentTarget } from '#src/command/active-list.ts'
import { type Argument, argumentsOf, isPickedFromList } from '#src/command/arguments/argument.ts'
import type { DraftListener } from '#src/command/arguments/draft.ts'
import { commandOf } from '#src/command/registry.ts'
import { startCommand } from '#src/command/run/executor.ts'
import { fetchTarget } from '#src/command/run/fetch-target.ts'
import type { HistoryEntry } from '#src/command/run/history.ts'
import { say } from '#src/locale/text.ts'
import { currentSession, onSignOut } from '#src/session/base/session.ts'
import { toast } from '#src/ui/feedback/toast.ts'

/** What one can replay: one's own macros, and those of one's team. */
export const macroState = proxy<{ all: readonly Macro[]; known: boolean }>({ all: [], known: false })
onSignOut(() => Object.assign(macroState, { all: [], known: false }))

/** Fetches the macros one can replay. Without an answer there is nothing. */
export async function loadMacros(): Promise<void> {
  const of = currentSession.user?.userId
  const { macros: all } = await call(calls.list, {}).catch(() => ({ macros: [] }))
  if (currentSession.user?.userId === of) Object.assign(macroState, { all, known: true })
}

/** Whether a command can be a step: one of the server, on rows, that does not stay for good. */
const isRecordable = (id: string): boolean => {
  const command = commandOf(id)
  return command?.rows != null && command.call !== null && command.risk !== 'irreversible'
}

/** What was done and can be done again as a step, the newest first. */
export const recordableEntries = (past: readonly HistoryEntry[]): readonly HistoryEntry[] =>
  past.filter(({ id }) => isRecordable(id))

/** Whether an argument is asked for each time unless somebody says otherwise: free text may name a person. */
export const isPlaceholderByDefault = (argument: Argument): boolean =>
  argument.secret || (!isPickedFromList(argument) && ['text', 'name', 'masked'].includes(argument.field.kind))

/** A step of what was done: without its rows, and without what is asked for each time. */
export function macroStepOf({ id, args, names }: HistoryEntry, holes: ReadonlySet<string>): MacroStep {
  const all = argumentsOf(commandOf(id)!) // only what `recordable` lets through
  const kept = all.filter(({ name, secret }) => !secret && !holes.has(name) && args[name] !== undefined)
  const asked = all.filter((argument) => !kept.includes(argument)).map(({ name }) => name)
  const given = Object.fromEntries(kept.map(({ name }) => [name, args[name]]))
  return {
    call: { v: 1, id, selection: null, args: given as MacroStep['call']['args'] }, // as they went to the server
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
    showError(error)
    return false
  }
}

/** Removes a macro of one's own. */
export async function removeMacro({ id }: Macro): Promise<void> {
  await call(calls.remove, { id }, { idempotencyKey: crypto.randomUUID() }).catch(showError)
  await loadMacros()
}

const toastMacroProblem = (key: 'stopped' | 'notYours', { name, steps }: Macro, at: number): void =>
  toast('warn', say(`macros.${key}`, { name, step: at + 1, count: steps.length }), { ms: 8_000 })

/** The same rows as they are now; those of a filter the server looks up by itself. */
const refetchTarget = async (target: ActionTarget): Promise<ActionTarget | null> =>
  'ids' in target.selection ? fetchTarget(target.noun, target.selection.ids) : target

interface MacroReplay {
  readonly macro: Macro
  /** Somebody else put it together, or it came by a link: every step is asked about. */
  readonly untrusted: boolean
}

/** Goes on with a macro at one of its steps, for rows that were meant when it began. */
async function replayStep(replaying: MacroReplay, at: number, target: ActionTarget | null): Promise<void> {
  const { macro, untrusted } = replaying
  const step = macro.steps[at]
  if (!step) return toast('good', say('macros.replayed', { name: macro.name }))
  if (!isRecordable(step.call.id)) return toastMacroProblem('notYours', macro, at)
  const rows = at > 0 && target ? await refetchTarget(target) : target
  const command = commandOf(step.call.id)!
  await startCommand(command, {
    ...(rows && { target: rows }),
    args: step.call.args,
    names: step.names,
    untrusted,
    listener: stepListener(replaying, at, rows),
  })
}

/** How long it is offered to go on with a macro. */
const continueOfferMs = 60_000

/** What comes of a step: the next one, at once or when somebody says so, or the end. */
function stepListener(replaying: MacroReplay, at: number, rows: ActionTarget | null): DraftListener {
  const { macro } = replaying
  const { name, steps } = macro
  const done = () => void replayStep(replaying, at + 1, rows)
  const asked = say('macros.ready', { name, step: at + 1, count: steps.length })
  const offer = { ms: continueOfferMs, action: { label: say('macros.goOn'), run: done } }
  return {
    onDone: done,
    onStopped: () => toastMacroProblem('stopped', macro, at),
    onReady: () => (at + 1 < steps.length ? toast('info', asked, offer) : done()),
  }
}

/**
 * Replays a macro on what is meant now. Every step goes the way of any command: right, rows, arguments, review. It stops
 * at the first that is refused or fails. A run that takes its time is waited for; whoever has turned to something else
 * meanwhile is asked before the next step.
 */
export function replayMacro(macro: Macro, targetOverride: ActionTarget | null = null, linked = false): Promise<void> {
  const untrusted = linked || macro.maker.id !== currentSession.user?.userId
  return replayStep({ macro, untrusted }, 0, targetOverride ?? currentTarget())
}

/** What a macro does, step by step, as it reads on this screen. */
export const describeMacro = ({ steps }: Macro): string => steps.map(({ call: { id } }) => say(id)).join(' → ')
