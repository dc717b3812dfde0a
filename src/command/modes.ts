import { navigate } from 'wouter/use-browser-location'
import type { Language } from '#locales/index.ts'
import { say } from '#src/locale/text.ts'
import { browsing, pastOf } from './browsing.ts'
import type { Command } from './define.ts'
import { type Found, type FoundSection, ofAct, ofCommand, ofPage, reasonOf, section } from './found.ts'
import { openHelp } from './help-state.ts'
import { history } from './history.ts'
import { type Looking, parts, takers, withArguments } from './named.ts'
import { offerOf } from './offer.ts'
import { close, palette } from './palette.ts'
import { allowed, commandOf, destinations, searchable } from './registry.ts'
import { replayable } from './replaying.ts'
import { type Meant, scene } from './scene.ts'
import { fold, queryMax } from './search/fold.ts'
import { frecency } from './search/frecency.ts'
import { goTo, type Hit, search } from './search/search.ts'

/** What a line of the palette looks for, by the sign it begins with. */
export const prefixes = ['>', ':', '/', '@', '#', '?', '!'] as const
export type Prefix = (typeof prefixes)[number]

/** A line taken apart: what for, and what was typed. Signs in full width count as the same. */
export interface Line {
  readonly prefix: Prefix | ''
  readonly typed: string
}

/** Longest line that is looked at. */
const lineMax = 300

/** Takes a line apart. */
export function lineOf(text: string): Line {
  const [, prefix = '', typed = ''] = /^\s*([>:/@#?!])?\s*(.*)$/s.exec(text.slice(0, lineMax).normalize('NFKC')) ?? []
  return { prefix: prefix as Prefix | '', typed: typed.trimEnd() } // one of those in the expression
}

/** How well something fits what is in front: made for the rows that are meant, for no rows, or for others. */
const fitsOf =
  (meant: Meant | null) =>
  (id: string): 0 | 1 | 2 => {
    const command = commandOf(id)
    if (!command) return 0
    return command.rows ? (command.rows.noun === meant?.noun ? 2 : 0) : 1
  }

const commandsIn = (hits: readonly Hit[], meant: Meant | null): Found[] =>
  hits.flatMap((hit): Found[] => {
    const command = commandOf(hit.id)
    return command ? [ofCommand(command, meant, { hit })] : []
  })

const pagesIn = (hits: readonly Hit[], filter = ''): Found[] => {
  const pages = new Map(destinations().map((one) => [one.id, one]))
  return hits.flatMap((hit): Found[] => {
    const page = pages.get(hit.id)
    return page ? [ofPage(page, hit, filter)] : []
  })
}

/** Most that is shown of what a line finds: whoever looks further types another letter. */
const hitsMax = 50

/** Commands and pages, or commands only. The group with the best hit stands in front. */
function everything(typed: string, looking: Looking, only: boolean): FoundSection[] {
  const { index, context, meant } = looking
  const hits = search(index, typed, context).slice(0, hitsMax)
  const whole = (hits[0]?.tier ?? 0) >= 6
  const given = whole ? [] : withArguments(typed, looking)
  const named = new Set(given.map(({ id }) => id))
  const commands = [...given, ...commandsIn(hits, meant).filter(({ id }) => !named.has(id))]
  const pages = only ? [] : pagesIn(hits)
  const both = [...section('commands', commands), ...section('pages', pages)]
  if (both.length === 0) return section('commands', takers(typed, meant))
  const first = hits[0]
  return given.length === 0 && first && !commandOf(first.id) ? both.reverse() : both
}

/** Whether a word of the line is the beginning of a filter: `state:31`, `hours>4`, `-is:late`. */
const filters = /(?:^|\s)-?\(?\p{L}[\p{L}\p{N}]*(?::|!?=|[<>])/u

/** Commands on the rows that are meant, then those on no row, then all others. */
const nearestFirst = (meant: Meant | null): Command[] => {
  const fits = fitsOf(meant)
  return allowed().toSorted((a, b) => fits(b.id) - fits(a.id))
}

/** Every command that would do something now: what would not is told to whoever looks for it. */
function commandsNow(meant: Meant | null): FoundSection[] {
  const now = nearestFirst(meant)
    .map((command) => ofCommand(command, meant))
    .filter(({ off }) => !off)
  const [onRows, others] = [true, false].map((rows) =>
    now.filter(({ target }) => target.to === 'command' && (target.command.rows !== null) === rows),
  )
  return [...section('selection', onRows!), ...section('commands', others!)]
}

/** Pages by their name; behind it a filter for the list. */
function going(typed: string, { index, context }: Looking): FoundSection[] {
  if (typed === '')
    return section(
      'pages',
      destinations().map((page) => ofPage(page)),
    )
  const begins = filters.exec(typed)
  const name = (begins ? typed.slice(0, begins.index) : typed).trim()
  const hits = goTo(index, name, context)
  if (begins) return section('pages', pagesIn(hits, typed.slice(begins.index).trim()))
  if ((hits[0]?.tier ?? 0) >= 6) return section('pages', pagesIn(hits))
  for (const [page, words] of parts(typed)) {
    const found = goTo(index, page, context).filter(({ tier }) => tier >= 6)
    if (found.length > 0) return section('pages', pagesIn(found, words))
  }
  return section('pages', pagesIn(hits))
}

/** Why something cannot be done: every command one has, with what is in its way on the rows that are meant. */
function asking(typed: string, { index, context, meant }: Looking): FoundSection[] {
  const found =
    typed === '' ? nearestFirst(meant) : search(index, typed, context).flatMap(({ id }) => commandOf(id) ?? [])
  const why = (command: Command): Found => {
    const of = ofCommand(command, meant)
    const reason = reasonOf(offerOf(command, meant), meant)
    return {
      ...of,
      off: false,
      leads: true,
      detail: reason || say('command.possible'),
      target: { to: 'why', command },
      harmless: true,
    }
  }
  const help = ofAct('command.keys', say('command.keysHere'), '', { to: 'run', run: openHelp })
  return [...section('why', found.map(why)), ...(typed === '' ? section('help', [help]) : [])]
}

/** Filters the list in front. */
function filtering(typed: string): FoundSection[] {
  if (typed === '' || !scene.list) return []
  const run = () => {
    palette.text = ''
    close()
    navigate(`${location.pathname}?q=${encodeURIComponent(typed)}`)
  }
  return section('filter', [ofAct('filter', say('command.filterBy', { filter: typed }), '', { to: 'run', run })])
}

/** What was done, by its name or by what was given for its arguments. */
function past(typed: string, meant: Meant | null): FoundSection[] {
  const looked = fold(typed)
  const all = pastOf(meant).filter(({ title, detail }) => fold(`${title.text} ${detail}`).includes(looked))
  // what was done already is meant as it stands
  return section(
    'history',
    all.map((done) => ({ ...done, leads: true })),
  )
}

/** The language of the screen, and whether Chinese titles are found by how they sound. */
interface Speaking {
  readonly language: Language
  readonly pinyin: boolean
}

/** What a line of the palette finds on this side; records come from the server. */
export function find(text: string, meant: Meant | null, { language, pinyin }: Speaking): FoundSection[] {
  const { prefix, typed } = lineOf(text)
  const context = { fits: fitsOf(meant), frecency: frecency(history.past, Date.now()) }
  const looking = { index: searchable(language, pinyin), context, meant }
  switch (prefix) {
    case '':
      return typed === ''
        ? [...browsing(meant), ...replayable('', meant)]
        : [...everything(typed, looking, false), ...replayable(typed, meant)]
    case '>':
      return typed === '' ? commandsNow(meant) : everything(typed, looking, true)
    case ':':
      return going(typed.slice(0, queryMax * 4), looking)
    case '/':
      return filtering(typed)
    case '?':
      return asking(typed, looking)
    case '!':
      return [...past(typed, meant), ...replayable(typed, meant)]
    default:
      return []
  }
}
