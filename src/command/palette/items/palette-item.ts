import { formatMoney } from '#contract/kernel/format.ts'
import type { Currency, Money } from '#contract/kernel/values.ts'
import { type ActionTarget, activePage } from '#src/command/active-list.ts'
import { argumentsOf } from '#src/command/arguments/argument.ts'
import { formatArguments, type ReferenceNames } from '#src/command/arguments/format-args.ts'
import type { AnyRow, Command } from '#src/command/command.ts'
import type { Destination } from '#src/command/registry.ts'
import { type Availability, availabilityOf, isAvailable } from '#src/command/run/availability.ts'
import type { DraftInput } from '#src/command/run/create-draft.ts'
import type { HighlightedText, SearchHit } from '#src/command/search/search.ts'
import { shortcutsOf } from '#src/command/shortcuts.ts'
import { boundTo } from '#src/keyboard/keyboard.ts'
import type { Shortcut } from '#src/keyboard/shortcut.ts'
import { language } from '#src/locale/language.ts'
import { say } from '#src/locale/text.ts'
import { relevanceTo } from './relevance.ts'

/** What a row of the palette leads to. */
export type PaletteAction =
  | { readonly to: 'command'; readonly command: Command; readonly given?: DraftInput }
  /** A page, with a filter where it is a list. */
  | { readonly to: 'page'; readonly destination: Destination; readonly filter?: string }
  /** Why it cannot be run, or that it can. */
  | { readonly to: 'why'; readonly command: Command; readonly given?: DraftInput }
  /** Something that is done here; `more`: what else can be done to it. */
  | { readonly to: 'run'; run(): void; readonly more?: () => void }

/** A command, a page or a record as the palette shows it. */
export interface PaletteItem {
  readonly id: string
  readonly title: HighlightedText
  /** What was hit, where that is in another language. */
  readonly altTitle?: SearchHit['altTitle'] | undefined
  /** What it would do, what it asks for, or why it cannot be run now. */
  readonly detail: string
  readonly keys: Shortcut | null
  /** Greyed: here, but not now. */
  readonly disabled: boolean
  /** It is about other rows than those in front. */
  readonly elsewhere?: boolean
  /** Whether it may be chosen without being pointed at. */
  readonly autoSelect: boolean
  /** It changes nothing. */
  readonly readOnly: boolean
  /** How well it was hit, where it was looked for; see `Tier`. */
  readonly tier?: number | undefined
  readonly action: PaletteAction
}
/** What was found, under one heading: a text key below `command.section`. */
export interface PaletteSection {
  readonly name: string
  readonly items: readonly PaletteItem[]
  /** How many rows it is about, where those are not the ones that are meant. */
  readonly count?: number
}

/** A section, unless there is nothing in it. */
export const sectionOf = (name: string, found: readonly PaletteItem[]): PaletteSection[] =>
  found.length > 0 ? [{ name, items: found }] : []

/** Whether it can be reached: what cannot be run now is, where it tells why. */
export const isReachable = ({ disabled, action }: PaletteItem): boolean => !disabled || action.to === 'why'

/**
 * The row that Enter means without its being pointed at. Where the best hit is about what is in front and cannot be run
 * now, a lesser one is not what was meant: Enter tells why. With nothing typed it is the first row or none.
 */
export function firstSelectable(sections: readonly PaletteSection[], isTyped = true): string | null {
  const all = sections.flatMap(({ items }) => items)
  const open = (isTyped ? all : all.slice(0, 1)).filter(({ disabled, autoSelect }) => !disabled && autoSelect)
  const off = all.filter((one) => one.disabled && !one.elsewhere && isReachable(one))
  const best = Math.max(0, ...off.map(({ tier = 0 }) => tier))
  const leading = open.find(({ tier = 9 }) => tier >= Math.min(best, 7)) ?? off.find(({ tier = 0 }) => tier === best)
  return leading?.id ?? null
}

/** A text of which nothing was hit. */
const plainText = (text: string): HighlightedText => ({ text, ranges: [] })

/** What the rows that are known and eligible come to, where the command moves an amount of theirs. */
function sumOf({ command: { call, rows } }: Availability, known: readonly AnyRow[]): string {
  const name = call?.endpoint.sum
  if (!name || name in call.args) return ''
  const sums = new Map<Currency, number>()
  for (const row of known) {
    if (rows?.when && !rows.when(row).ok) continue
    const amount = row[name] as Money | undefined // `sum` names an amount of the subject
    if (amount) sums.set(amount.currency, (sums.get(amount.currency) ?? 0) + amount.minor)
  }
  return [...sums].map(([currency, minor]) => ` · ${formatMoney({ minor, currency } as Money, language())}`).join('')
}

/** Why a command would do nothing now, in the reader's words; empty where it would do something. */
export function refusalText(offer: Availability, target: ActionTarget | null): string {
  const { refused } = offer
  return refused && !isAvailable(offer, target) ? say(`faults.${refused.fault}`, refused.values) : ''
}

/** As it stands in a line of small words: IFSC and UTR stay as they are. */
const lowerFirst = (label: string): string => label.replace(/^\p{Lu}(?!\p{Lu})/u, (first) => first.toLowerCase())

const argumentLabels = (command: Command): string =>
  argumentsOf(command)
    .map(({ label }) => lowerFirst(say(label)))
    .join(', ')

function detailOf(offer: Availability, target: ActionTarget | null, given: string): string {
  const { command, eligible } = offer
  const reason = refusalText(offer, target)
  if (reason) return reason
  const said = given || argumentLabels(command)
  if (!command.rows || !target || target.count === 1) return said
  const counts = say('command.eligible', {
    eligible: target.count > offer.loadedCount ? '?' : eligible,
    count: target.count,
  })
  return said ? `${counts} · ${said}` : counts + sumOf(offer, target.loadedRows)
}

const argumentsText = (command: Command, { args = {}, names = {}, initialTexts = {} }: DraftInput): string =>
  [...formatArguments(command, args, names as ReferenceNames).map(({ text }) => text), ...Object.values(initialTexts)]
    .filter(Boolean)
    .join(' · ')

/** What is given beside a command to show it: where it was hit, and with which arguments it would begin. */
export interface ItemOptions {
  readonly hit?: SearchHit | undefined
  readonly given?: DraftInput
  /** Tells it from the same command with other arguments. */
  readonly key?: string
}

/** Whether a key does something else on a page that is about one row, and has keys of its own. */
const isTaken = (keys: Shortcut, id: string): boolean => ![null, id].includes(boundTo(keys))

/** The key of a command where it is heard: one on rows is not, where no such rows stand that have keys. */
function activeShortcut({ id, rows, onList }: Command): Shortcut | null {
  const { list, beside } = activePage
  const keys = shortcutsOf(id)[0] ?? null
  if (!keys || !(rows || onList)) return keys
  const there = list?.keys && (onList || [list, ...beside].some(({ noun }) => noun === rows?.noun))
  return there && (list.actions || !isTaken(keys, id)) ? keys : null
}

/** A command as the palette shows it, on what is meant. */
export function commandItem(
  command: Command,
  target: ActionTarget | null,
  { hit, given, key = '' }: ItemOptions = {},
): PaletteItem {
  const offer = availabilityOf(command, target)
  const disabled = !isAvailable(offer, target)
  return {
    id: command.id + key,
    title: hit?.title ?? plainText(say(command.id)),
    altTitle: hit?.altTitle,
    detail: detailOf(offer, target, given ? argumentsText(command, given) : ''),
    keys: activeShortcut(command),
    disabled,
    elsewhere: relevanceTo(target)(command.id) === 0,
    // what is asked twice is pointed at, where its name was not typed
    autoSelect: hit?.autoSelect ?? (!command.confirm && (command.risk === 'read' || command.risk === 'write')),
    readOnly: disabled || command.risk === 'read',
    tier: hit?.tier,
    action: { to: disabled ? 'why' : 'command', command, ...(given && { given }) },
  }
}

/** A page as the palette shows it. */
export const pageItem = (destination: Destination, hit?: SearchHit, filter = ''): PaletteItem => ({
  id: destination.id,
  title: hit?.title ?? plainText(say(destination.id)),
  altTitle: hit?.altTitle,
  detail: filter || (destination.group ? say(destination.group) : ''),
  keys: shortcutsOf(destination.id)[0] ?? null,
  disabled: false,
  autoSelect: true,
  readOnly: true,
  tier: hit?.tier,
  action: { to: 'page', destination, ...(filter && { filter }) },
})

/** A row that only does something here. */
export const actionItem = (id: string, title: string, detail: string, target: PaletteAction): PaletteItem => ({
  ...{ id, title: plainText(title), detail, action: target },
  ...{ keys: null, disabled: false, autoSelect: true, readOnly: true },
})
