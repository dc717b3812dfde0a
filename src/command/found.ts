import { formatMoney } from '#contract/kernel/format.ts'
import type { Currency, Money } from '#contract/kernel/values.ts'
import { language } from '#src/locale/language.ts'
import { say } from '#src/locale/text.ts'
import { argumentsOf } from './argument.ts'
import type { AnyRow, Command } from './define.ts'
import { history } from './history.ts'
import type { Keys } from './keys/keys.ts'
import { belongs, type Offer, offerOf, possible } from './offer.ts'
import { allowed, commandOf, type Destination, destinations, keysOf, searchable } from './registry.ts'
import type { Meant } from './scene.ts'
import { frecency } from './search/frecency.ts'
import { goTo, type Hit, type Marked, search } from './search/search.ts'

/** A command or a page as the palette shows it. */
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
  readonly target: { readonly command: Command } | { readonly destination: Destination }
}
/** What was found, under one heading. */
export interface FoundSection {
  /** `selection`, `commands`, `recent` or `pages`: a text key below `command.section`. */
  readonly name: string
  readonly found: readonly Found[]
}

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

function detailOf(offer: Offer, meant: Meant | null): string {
  const { command, eligible, refused } = offer
  if (!command.rows || !meant) return argumentNames(command)
  if (!possible(offer, meant) && refused) return say(`faults.${refused.fault}`, refused.values)
  const asks = argumentNames(command)
  if (meant.count === 1) return asks
  const counts = say('command.eligible', { eligible: meant.count > offer.known ? '?' : eligible, count: meant.count })
  return asks ? `${counts} · ${asks}` : counts + sumOf(offer, meant.known)
}
const argumentNames = (command: Command): string =>
  argumentsOf(command)
    .map(({ label }) => say(label).toLowerCase())
    .join(', ')

const titleOf = (id: string): Marked => plain(say(id))

function ofCommand(command: Command, meant: Meant | null, hit?: Hit): Found {
  const offer = offerOf(command, meant)
  return {
    id: command.id,
    title: hit?.title ?? titleOf(command.id),
    also: hit?.also,
    detail: detailOf(offer, meant),
    keys: command.keys ?? null,
    off: !possible(offer, meant),
    leads: hit?.leads ?? true,
    target: { command },
  }
}

const ofPage = (destination: Destination, hit?: Hit): Found => ({
  id: destination.id,
  title: hit?.title ?? titleOf(destination.id),
  also: hit?.also,
  detail: destination.group ? say(destination.group) : '',
  keys: keysOf(destination),
  off: false,
  leads: true,
  target: { destination },
})

const section = (name: string, found: readonly Found[]): FoundSection[] => (found.length > 0 ? [{ name, found }] : [])

const recentMax = 5

/** With nothing typed: what fits what is meant, what was done lately, and where to go. */
function browsing(meant: Meant | null): FoundSection[] {
  const fitting = allowed().filter((command) => command.rows && belongs(command, meant?.noun ?? null))
  const offered = fitting.map((command) => ofCommand(command, meant)).filter(({ off }) => !off)
  const known = new Set(offered.map(({ id }) => id))
  const pages = destinations()
  const recent = [...new Set(history.past.map(({ id }) => id))]
    .filter((id) => !known.has(id))
    .flatMap((id): Found[] => {
      const page = pages.find((one) => one.id === id)
      if (page) return [ofPage(page)]
      const command = commandOf(id)
      return command && belongs(command, meant?.noun ?? null) ? [ofCommand(command, meant)] : []
    })
  const shown = recent.slice(0, recentMax)
  const rest = pages.filter(({ id }) => !shown.some((one) => one.id === id))
  return [
    ...section('selection', offered),
    ...section('recent', shown),
    ...section(
      'pages',
      rest.map((page) => ofPage(page)),
    ),
  ]
}

/** How well something fits what is in front: made for the rows that are meant, for no rows, or for others. */
const fitsOf =
  (meant: Meant | null) =>
  (id: string): 0 | 1 | 2 => {
    const command = commandOf(id)
    if (!command) return 0
    return command.rows ? (command.rows.noun === meant?.noun ? 2 : 0) : 1
  }

/** What a line of the palette finds. `:` looks among pages only, `>` among commands only. */
export function find(line: string, meant: Meant | null, pinyin: boolean): FoundSection[] {
  const [, prefix = '', typed = ''] = /^\s*([:>])?\s*(.*)$/.exec(line.normalize('NFKC')) ?? []
  if (typed === '' && prefix === '') return browsing(meant)
  const pages = new Map(destinations().map((one) => [one.id, one]))
  if (typed === '') {
    return prefix === ':'
      ? section(
          'pages',
          [...pages.values()].map((page) => ofPage(page)),
        )
      : section(
          'commands',
          allowed().map((command) => ofCommand(command, meant)),
        )
  }
  const context = { fits: fitsOf(meant), frecency: frecency(history.past, Date.now()) }
  const index = searchable(language(), pinyin)
  const hits = prefix === ':' ? goTo(index, typed, context) : search(index, typed, context)
  const commands = hits.flatMap((hit): Found[] => {
    const command = commandOf(hit.id)
    return command ? [ofCommand(command, meant, hit)] : []
  })
  const found = hits.flatMap((hit): Found[] => {
    const page = pages.get(hit.id)
    return page ? [ofPage(page, hit)] : []
  })
  const both = [...section('commands', commands), ...(prefix === '>' ? [] : section('pages', found))]
  // the group with the best hit stands in front
  return hits[0] && pages.has(hits[0].id) ? both.reverse() : both
}
