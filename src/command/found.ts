import { formatMoney } from '#contract/kernel/format.ts'
import type { Currency, Money } from '#contract/kernel/values.ts'
import { language } from '#src/locale/language.ts'
import { say } from '#src/locale/text.ts'
import { argumentsOf } from './argument.ts'
import { keysOf } from './bound.ts'
import type { AnyRow, Command } from './define.ts'
import type { Given } from './drafting.ts'
import type { Keys } from './keys/keys.ts'
import { type Offer, offerOf, possible } from './offer.ts'
import type { Destination } from './registry.ts'
import { type Names, shownArguments } from './saying.ts'
import { type Meant, scene } from './scene.ts'
import type { Hit, Marked } from './search/search.ts'

/** What a row of the palette leads to. */
export type Target =
  | { readonly to: 'command'; readonly command: Command; readonly given?: Given }
  /** A page, with a filter where it is a list. */
  | { readonly to: 'page'; readonly destination: Destination; readonly filter?: string }
  | { readonly to: 'why'; readonly command: Command }
  /** Something that is done here; `more`: what else can be done to it. */
  | { readonly to: 'run'; run(): void; readonly more?: () => void }

/** A command, a page or a record as the palette shows it. */
export interface Found {
  readonly id: string
  readonly title: Marked
  /** What was hit, where that is in another language. */
  readonly also?: Marked | undefined
  /** What it would do, what it asks for, or why it cannot be run now. */
  readonly detail: string
  readonly keys: Keys | null
  /** Greyed: here, but not now. */
  readonly off: boolean
  /** Whether it may be chosen without being pointed at. */
  readonly leads: boolean
  /** It changes nothing. */
  readonly harmless: boolean
  /** How well it was hit, where it was looked for; see `Tier`. */
  readonly tier?: number | undefined
  readonly target: Target
}
/** What was found, under one heading: a text key below `command.section`. */
export interface FoundSection {
  readonly name: string
  readonly found: readonly Found[]
  /** How many rows it is about, where those are not the ones that are meant. */
  readonly count?: number
}

/** A section, unless there is nothing in it. */
export const section = (name: string, found: readonly Found[]): FoundSection[] =>
  found.length > 0 ? [{ name, found }] : []

/** A text of which nothing was hit. */
const plain = (text: string): Marked => ({ text, ranges: [] })

/** What the rows that are known and eligible come to, where the command moves an amount of theirs. */
function sumOf({ command: { call, rows } }: Offer, known: readonly AnyRow[]): string {
  const name = call?.endpoint.sum
  if (!name || name in call.ask) return ''
  const sums = new Map<Currency, number>()
  for (const row of known) {
    if (rows?.when && !rows.when(row).ok) continue
    const amount = row[name] as Money | undefined // `sum` names an amount of the subject
    if (amount) sums.set(amount.currency, (sums.get(amount.currency) ?? 0) + amount.minor)
  }
  return [...sums].map(([currency, minor]) => ` · ${formatMoney({ minor, currency } as Money, language())}`).join('')
}

/** Why a command would do nothing now, in the reader's words; empty where it would do something. */
export function reasonOf(offer: Offer, meant: Meant | null): string {
  const { refused } = offer
  return refused && !possible(offer, meant) ? say(`faults.${refused.fault}`, refused.values) : ''
}

/** As it stands in a line of small words: IFSC and UTR stay as they are. */
const small = (label: string): string => label.replace(/^\p{Lu}(?!\p{Lu})/u, (first) => first.toLowerCase())

const asked = (command: Command): string =>
  argumentsOf(command)
    .map(({ label }) => small(say(label)))
    .join(', ')

function detailOf(offer: Offer, meant: Meant | null, given: string): string {
  const { command, eligible } = offer
  const reason = reasonOf(offer, meant)
  if (reason) return reason
  const said = given || asked(command)
  if (!command.rows || !meant || meant.count === 1) return said
  const counts = say('command.eligible', { eligible: meant.count > offer.known ? '?' : eligible, count: meant.count })
  return said ? `${counts} · ${said}` : counts + sumOf(offer, meant.known)
}

const givenText = (command: Command, { args = {}, names = {}, typed = {} }: Given): string =>
  [...shownArguments(command, args, names as Names).map(({ text }) => text), ...Object.values(typed)]
    .filter(Boolean)
    .join(' · ')

/** What is given beside a command to show it: where it was hit, and with which arguments it would begin. */
export interface Shown {
  readonly hit?: Hit | undefined
  readonly given?: Given
  /** Tells it from the same command with other arguments. */
  readonly key?: string
}

/** The key of a command where it is heard: one on rows is not, where no such rows stand that have keys. */
function heardKeys({ id, rows }: Command): Keys | null {
  const there = scene.list?.keys && scene.list.noun === rows?.noun
  return rows && !there ? null : (keysOf(id)[0] ?? null)
}

/** A command as the palette shows it, on what is meant. */
export function ofCommand(command: Command, meant: Meant | null, { hit, given, key = '' }: Shown = {}): Found {
  const offer = offerOf(command, meant)
  return {
    id: command.id + key,
    title: hit?.title ?? plain(say(command.id)),
    also: hit?.also,
    detail: detailOf(offer, meant, given ? givenText(command, given) : ''),
    keys: heardKeys(command),
    off: !possible(offer, meant),
    // what is asked twice is pointed at, where its name was not typed
    leads: hit?.leads ?? (!command.confirm && (command.risk === 'read' || command.risk === 'write')),
    harmless: command.risk === 'read',
    tier: hit?.tier,
    target: { to: 'command', command, ...(given && { given }) },
  }
}

/** A page as the palette shows it. */
export const ofPage = (destination: Destination, hit?: Hit, filter = ''): Found => ({
  id: destination.id,
  title: hit?.title ?? plain(say(destination.id)),
  also: hit?.also,
  detail: filter || (destination.group ? say(destination.group) : ''),
  keys: keysOf(destination.id)[0] ?? null,
  off: false,
  leads: true,
  harmless: true,
  tier: hit?.tier,
  target: { to: 'page', destination, ...(filter && { filter }) },
})

/** A row that only does something here. */
export const ofAct = (id: string, title: string, detail: string, target: Target): Found => ({
  ...{ id, title: plain(title), detail, target },
  ...{ keys: null, off: false, leads: true, harmless: true },
})
