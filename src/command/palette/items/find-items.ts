import { navigate } from 'wouter/use-browser-location'
import type { Language } from '#locales/index.ts'
import { type ActionTarget, activePage } from '#src/command/active-list.ts'
import type { Command } from '#src/command/command.ts'
import { allowedCommands, commandOf, destinations, searchIndex } from '#src/command/registry.ts'
import { availabilityOf } from '#src/command/run/availability.ts'
import { inOrder } from '#src/command/run/command-order.ts'
import { openHelp } from '#src/command/run/help-state.ts'
import { commandHistory } from '#src/command/run/history.ts'
import { closePalette, paletteState } from '#src/command/run/palette-state.ts'
import { foldText, searchTextMax } from '#src/command/search/fold.ts'
import { frecency } from '#src/command/search/frecency.ts'
import { type SearchHit, search, searchPages } from '#src/command/search/search.ts'
import { say } from '#src/locale/text.ts'
import { macroItems } from './macro-items.ts'
import {
  actionItem,
  commandItem,
  type PaletteItem,
  type PaletteSection,
  pageItem,
  refusalText,
  sectionOf,
} from './palette-item.ts'
import { commandsAccepting, commandsWithArguments, type SearchRequest, splitName } from './parse-invocation.ts'
import { parseQuery } from './prefixes.ts'
import { emptyQueryItems, recentItems } from './recents.ts'
import { relevanceTo } from './relevance.ts'
import { unavailableItems } from './unavailable-items.ts'
import { viewItems } from './view-items.ts'

const commandItemsOf = (hits: readonly SearchHit[], target: ActionTarget | null): PaletteItem[] =>
  hits.flatMap((hit): PaletteItem[] => {
    const command = commandOf(hit.id)
    return command ? [commandItem(command, target, { hit })] : []
  })

const pageItemsOf = (hits: readonly SearchHit[], filter = ''): PaletteItem[] => {
  const pages = new Map(destinations().map((one) => [one.id, one]))
  return hits.flatMap((hit): PaletteItem[] => {
    const page = pages.get(hit.id)
    return page ? [pageItem(page, hit, filter)] : []
  })
}

/** Most that is shown of what a line finds: whoever looks further types another letter. */
const hitsMax = 50

/** Puts the first that Enter may mean in front; the others keep their order. */
function leadFirst(items: readonly PaletteItem[]): readonly PaletteItem[] {
  const first = items.find(({ autoSelect }) => autoSelect)
  return first ? [first, ...items.filter((other) => other !== first)] : items
}

/**
 * Commands and pages, or commands only: those that can be run first, in groups, the group with the best hit in front;
 * those that cannot below them.
 */
function commandAndPageItems(typed: string, looking: SearchRequest, only: boolean): PaletteSection[] {
  const { index, context, target } = looking
  const hits = search(index, typed, context).slice(0, hitsMax)
  const whole = (hits[0]?.tier ?? 0) >= 6
  const given = whole ? [] : commandsWithArguments(typed, looking)
  const named = new Set(given.map(({ id }) => id))
  const all = [...given, ...commandItemsOf(hits, target).filter(({ id }) => !named.has(id))]
  const commands = leadFirst(all.filter(({ disabled }) => !disabled))
  const pages = only ? [] : pageItemsOf(hits)
  if (all.length + pages.length === 0) return sectionOf('commands', commandsAccepting(typed, target))
  const place = ({ id }: PaletteItem) => hits.findIndex((hit) => hit.id === id)
  const pagesFirst = pages[0] && (!commands[0]?.autoSelect || place(pages[0]) < place(commands[0]))
  const both = [...sectionOf('commands', commands), ...sectionOf('pages', pages)]
  const off = all.filter(({ disabled }) => disabled)
  const showAll = () => {
    paletteState.text = `?${typed}`
  }
  return [...(pagesFirst ? both.reverse() : both), ...unavailableItems(off, showAll)]
}

/** Whether a word of the line is the beginning of a filter: `state:31`, `hours>4`, `-is:late`. */
const filterPattern = /(?:^|\s)-?\(?\p{L}[\p{L}\p{N}]*(?::|!?=|[<>])/u

/** Commands on the rows that are meant, then those on no row, then all others; each in the order of the day. */
const nearestFirst = (target: ActionTarget | null): Command[] => {
  const fits = relevanceTo(target)
  return inOrder(allowedCommands(), activePage.id).toSorted((a, b) => fits(b.id) - fits(a.id))
}

/** Every command that would do something now: what would not is told to whoever looks for it. */
function availableCommandItems(target: ActionTarget | null): PaletteSection[] {
  const now = nearestFirst(target)
    .map((command) => commandItem(command, target))
    .filter(({ disabled }) => !disabled)
  const those = (kind: (command: Command) => boolean) =>
    now.filter(({ action }) => action.to === 'command' && kind(action.command))
  return [
    ...sectionOf(
      'selection',
      those(({ rows }) => rows !== null),
    ),
    ...sectionOf(
      'commands',
      those(({ rows, onList }) => rows === null && onList === null),
    ),
    ...sectionOf(
      'filter',
      those(({ onList }) => onList !== null),
    ),
  ]
}

/** Pages by their name; behind it a filter for the list. */
function pageItems(typed: string, { index, context }: SearchRequest): PaletteSection[] {
  if (typed === '')
    return sectionOf(
      'pages',
      destinations().map((page) => pageItem(page)),
    )
  const begins = filterPattern.exec(typed)
  const name = (begins ? typed.slice(0, begins.index) : typed).trim()
  const hits = searchPages(index, name, context)
  if (begins) return sectionOf('pages', pageItemsOf(hits, typed.slice(begins.index).trim()))
  if ((hits[0]?.tier ?? 0) >= 6) return sectionOf('pages', pageItemsOf(hits))
  for (const [page, words] of splitName(typed)) {
    const found = searchPages(index, page, context).filter(({ tier }) => tier >= 6)
    if (found.length > 0) return sectionOf('pages', pageItemsOf(found, words))
  }
  return sectionOf('pages', pageItemsOf(hits))
}

/** Why something cannot be done: every command one has, with what is in its way on the rows that are meant. */
function whyItems(typed: string, { index, context, target }: SearchRequest): PaletteSection[] {
  const found =
    typed === '' ? nearestFirst(target) : search(index, typed, context).flatMap(({ id }) => commandOf(id) ?? [])
  const why = (command: Command): PaletteItem => {
    const of = commandItem(command, target)
    const reason = refusalText(availabilityOf(command, target), target)
    return {
      ...of,
      disabled: false,
      autoSelect: true,
      detail: reason || say('command.possible'),
      action: { to: 'why', command },
      readOnly: true,
    }
  }
  const help = actionItem('command.keys', say('command.keysHere'), '', { to: 'run', run: openHelp })
  return [...sectionOf('why', found.map(why)), ...(typed === '' ? sectionOf('help', [help]) : [])]
}

/** Filters the list in front, by what was typed or by one of its views. */
function filterItems(typed: string): PaletteSection[] {
  if (typed === '' || !activePage.list) return viewItems('')
  const run = () => {
    paletteState.text = ''
    closePalette()
    navigate(`${location.pathname}?q=${encodeURIComponent(typed)}`)
  }
  const filter = actionItem('filter', say('command.filterBy', { filter: typed }), '', { to: 'run', run })
  return [...sectionOf('filter', [filter]), ...viewItems(typed)]
}

/** What was done, by its name or by what was given for its arguments. */
function historyItems(typed: string, target: ActionTarget | null): PaletteSection[] {
  const looked = foldText(typed)
  const all = recentItems(target).filter(({ title, detail }) => foldText(`${title.text} ${detail}`).includes(looked))
  // what was done already is meant as it stands
  return sectionOf(
    'history',
    all.map((done) => ({ ...done, autoSelect: true })),
  )
}

/** The language of the screen, and whether Chinese titles are found by how they sound. */
interface SearchLocale {
  readonly language: Language
  readonly pinyin: boolean
}

/**
 * Commands, pages, views and macros. A view or macro that is called just so leads: its words may also be a command with
 * arguments.
 */
function itemsByName(typed: string, looking: SearchRequest): PaletteSection[] {
  const looked = foldText(typed.trim())
  const isNamed = ({ title }: PaletteItem) => foldText(title.text) === looked
  const namedFirst = (one: PaletteItem, other: PaletteItem) => Number(isNamed(other)) - Number(isNamed(one))
  const others = [...viewItems(typed), ...macroItems(typed, looking.target)].map((section) => {
    return { ...section, items: section.items.toSorted(namedFirst) }
  })
  const leads = ({ items }: PaletteSection) => items.some(isNamed)
  const all = [
    ...others.filter(leads),
    ...commandAndPageItems(typed, looking, false),
    ...others.filter((section) => !leads(section)),
  ]
  const off = ({ name }: PaletteSection) => name === 'notNow'
  return [...all.filter((section) => !off(section)), ...all.filter(off)]
}

/** What a line of the palette finds on this side; records come from the server. */
export function findItems(
  text: string,
  target: ActionTarget | null,
  { language, pinyin }: SearchLocale,
): PaletteSection[] {
  const { prefix, typed } = parseQuery(text)
  const context = { fits: relevanceTo(target), frecency: frecency(commandHistory.entries, Date.now()) }
  const looking = { index: searchIndex(language, pinyin), context, target }
  switch (prefix) {
    case '':
      return typed === '' ? [...emptyQueryItems(target), ...macroItems('', target)] : itemsByName(typed, looking)
    case '>':
      return typed === '' ? availableCommandItems(target) : commandAndPageItems(typed, looking, true)
    case ':':
      return pageItems(typed.slice(0, searchTextMax * 4), looking)
    case '/':
      return filterItems(typed)
    case '?':
      return whyItems(typed, looking)
    case '!':
      return [...historyItems(typed, target), ...macroItems(typed, target)]
    default:
      return []
  }
}
