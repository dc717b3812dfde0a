import { say } from '#src/locale/text.ts'
import { keysOf } from './bound.ts'
import { type Found, type FoundSection, ofAct, ofCommand, ofPage, section } from './found.ts'
import { type Done, history } from './history.ts'
import { belongs } from './offer.ts'
import { palette } from './palette.ts'
import { allowed, commandOf, type Destination, destinations } from './registry.ts'
import { shownArguments } from './saying.ts'
import type { Meant } from './scene.ts'

const recentMax = 5

const pageOf = (id: string): Destination | undefined => destinations().find((page) => page.id === id)

/** A command or a page by its id, as it is offered now; nothing where it does not belong here. */
function byId(id: string, meant: Meant | null): Found[] {
  const page = pageOf(id)
  if (page) return [ofPage(page)]
  const command = commandOf(id)
  return command && belongs(command, meant?.noun ?? null) ? [ofCommand(command, meant)] : []
}

/** Something that was done, to be done again with the same arguments. */
function ofDone(done: Done, meant: Meant | null): Found[] {
  const page = pageOf(done.id)
  if (page) return [{ ...ofPage(page), id: `${done.id} ${done.at}` }]
  const command = commandOf(done.id)
  if (!command) return []
  return [ofCommand(command, meant, { given: { args: done.args, names: done.names }, key: ` ${done.at}` })]
}

/** The last use of each command with each set of arguments. */
function distinct(past: readonly Done[]): Done[] {
  const known = new Set<string>()
  return past.filter(({ id, args }) => {
    const what = `${id} ${JSON.stringify(args)}`
    return !known.has(what) && known.add(what)
  })
}

/** What was done, each once, the newest first. */
export const pastOf = (meant: Meant | null): Found[] => distinct(history.past).flatMap((done) => ofDone(done, meant))

/** What was begun and not finished. */
function unfinished(): Found[] {
  const draft = palette.left
  if (!draft || !commandOf(draft.command.id)) return []
  const { command, args, names, meant, foreign, follow } = draft
  const said = shownArguments(command, args, names).flatMap(({ text }) => text || [])
  const target = { to: 'command' as const, command, given: { args, names, meant, foreign, follow } }
  return [
    ofAct(`unfinished ${command.id}`, say('command.goOnWith', { command: say(command.id) }), said.join(' · '), target),
  ]
}

/** Whether something that was done says more than what stands there already: other arguments, or something on no row. */
function tells({ id, off, target }: Found, shown: ReadonlySet<string>): boolean {
  if (off || target.to !== 'command') return !off
  const given = Object.keys(target.given?.args ?? {}).length > 0
  return (given || target.command.rows === null) && !(!target.given?.args && shown.has(id))
}

/** What was done last, no more of it than is shown. */
function recentOf(meant: Meant | null, shown: ReadonlySet<string>): Found[] {
  const recent: Found[] = []
  for (const done of distinct(history.past)) {
    if (recent.length === recentMax) break
    recent.push(...ofDone(done, meant).filter((found) => tells(found, shown)))
  }
  return recent
}

const hasKey = ({ id }: Found): boolean => keysOf(id).length > 0

/** With nothing typed: what is pinned, what fits what is meant, what was done lately, and where to go. */
export function browsing(meant: Meant | null): FoundSection[] {
  const pinned = history.pinned.flatMap((id) => byId(id, meant)).filter(({ off }) => !off)
  const shown = new Set(pinned.map(({ id }) => id))
  const fitting = allowed().filter((command) => command.rows && belongs(command, meant?.noun ?? null))
  const offered = fitting
    .map((command) => ofCommand(command, meant))
    .filter(({ id, off }) => !off && !shown.has(id))
    // what has a key is done all day
    .sort((a, b) => Number(hasKey(b)) - Number(hasKey(a)))
  for (const { id } of offered) shown.add(id)
  const recent = recentOf(meant, shown)
  const gone = new Set(recent.flatMap(({ target }) => (target.to === 'page' ? [target.destination.id] : [])))
  const pages = destinations().filter(({ id }) => !gone.has(id) && !shown.has(id))
  return [
    ...section('unfinished', unfinished()),
    ...section('pinned', pinned),
    ...section('selection', offered),
    ...section('recent', recent),
    ...section(
      'pages',
      pages.map((page) => ofPage(page)),
    ),
  ]
}
