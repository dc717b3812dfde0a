import { type ActionTarget, activePage } from '#src/command/active-list.ts'
import { argumentsOf } from '#src/command/arguments/argument.ts'
import { formatArguments } from '#src/command/arguments/format-args.ts'
import { allowedCommands, commandOf, type Destination, destinations } from '#src/command/registry.ts'
import { appliesTo } from '#src/command/run/availability.ts'
import { inOrder } from '#src/command/run/command-order.ts'
import { commandHistory, type HistoryEntry } from '#src/command/run/history.ts'
import { paletteState } from '#src/command/run/palette-state.ts'
import { say } from '#src/locale/text.ts'
import { actionItem, commandItem, type PaletteItem, type PaletteSection, pageItem, sectionOf } from './palette-item.ts'

const recentMax = 5

const pageOf = (id: string): Destination | undefined => destinations().find((page) => page.id === id)

/** A command or a page by its id, as it is offered now; nothing where it does not belong here. */
function itemById(id: string, target: ActionTarget | null): PaletteItem[] {
  const page = pageOf(id)
  if (page) return [pageItem(page)]
  const command = commandOf(id)
  return command && appliesTo(command, target) ? [commandItem(command, target)] : []
}

/** Something that was done, to be done again with the same arguments. */
function historyItem(done: HistoryEntry, target: ActionTarget | null): PaletteItem[] {
  const page = pageOf(done.id)
  if (page) return [{ ...pageItem(page), id: `${done.id} ${done.at}` }]
  const command = commandOf(done.id)
  if (!command) return []
  return [commandItem(command, target, { given: { args: done.args, names: done.names }, key: ` ${done.at}` })]
}

/** The last use of each command with each set of arguments. */
function distinct(past: readonly HistoryEntry[]): HistoryEntry[] {
  const known = new Set<string>()
  return past.filter(({ id, args }) => {
    const what = `${id} ${JSON.stringify(args)}`
    return !known.has(what) && known.add(what)
  })
}

/** What was done, each once, the newest first. */
export const recentItems = (target: ActionTarget | null): PaletteItem[] =>
  distinct(commandHistory.entries).flatMap((done) => historyItem(done, target))

/** What was begun and not finished. */
function unfinishedItem(): PaletteItem[] {
  const draft = paletteState.unfinished
  if (!draft || !commandOf(draft.command.id)) return []
  const { command, args, names, initialTexts, target, untrusted, listener } = draft
  const open = argumentsOf(command).filter(({ name, secret }) => !secret && !(name in args) && initialTexts[name])
  const typed = Object.fromEntries(open.map(({ name }) => [name, initialTexts[name]!]))
  const said = [...formatArguments(command, args, names).flatMap(({ text }) => text || []), ...Object.values(typed)]
  const given = { args, names, initialTexts: typed, target, untrusted, listener }
  const action = { to: 'command' as const, command, given }
  return [
    actionItem(
      `unfinished ${command.id}`,
      say('command.goOnWith', { command: say(command.id) }),
      said.join(' · '),
      action,
    ),
  ]
}

/** Whether something that was done says more than what stands there already: other arguments, or something on no row. */
function addsInformation({ id, disabled, action }: PaletteItem, shown: ReadonlySet<string>): boolean {
  if (disabled || action.to !== 'command') return !disabled
  const given = Object.keys(action.given?.args ?? {}).length > 0
  return (given || action.command.rows === null) && !(!action.given?.args && shown.has(id))
}

/** What was done last, no more of it than is shown. */
function recentCommands(target: ActionTarget | null, shown: ReadonlySet<string>): PaletteItem[] {
  const recent: PaletteItem[] = []
  for (const done of distinct(commandHistory.entries)) {
    if (recent.length === recentMax) break
    recent.push(...historyItem(done, target).filter((found) => addsInformation(found, shown)))
  }
  return recent
}

/** With nothing typed: what is pinned, what fits what is meant, what was done lately, and where to go. */
export function emptyQueryItems(target: ActionTarget | null): PaletteSection[] {
  const pinned = commandHistory.pinned.flatMap((id) => itemById(id, target)).filter(({ disabled }) => !disabled)
  const shown = new Set(pinned.map(({ id }) => id))
  const fitting = allowedCommands().filter((command) => command.rows && appliesTo(command, target))
  const offered = inOrder(fitting, activePage.id)
    .map((command) => commandItem(command, target))
    .filter(({ id, disabled }) => !disabled && !shown.has(id))
  for (const { id } of offered) shown.add(id)
  const recent = recentCommands(target, shown)
  const gone = new Set(recent.flatMap(({ action }) => (action.to === 'page' ? [action.destination.id] : [])))
  const pages = destinations().filter(({ id, isTab }) => !isTab && !gone.has(id) && !shown.has(id))
  return [
    ...sectionOf('unfinished', unfinishedItem()),
    ...sectionOf('pinned', pinned),
    ...sectionOf('selection', offered),
    ...sectionOf('recent', recent),
    ...sectionOf(
      'pages',
      pages.map((page) => pageItem(page)),
    ),
  ]
}
