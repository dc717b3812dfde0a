import { atOffset } from '#contract/kernel/dayjs.ts'
import type { Field } from '#contract/kernel/field.ts'
import type { Listing } from '#contract/kernel/list.ts'
import { mask } from '#contract/kernel/mask.ts'
import type { Money, Secret } from '#contract/kernel/values.ts'
import type { ReadContext } from './column-mapping.ts'

type Values = Readonly<Record<string, unknown>>
/** When and to whom it is told. */
type ReaderContext = Pick<ReadContext, 't' | 'offsetMinutes' | 'registry' | 'reader'>

const isMoney = (value: object): value is Money => 'minor' in value && 'currency' in value
const isInstant = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)

/** The time on the clock of the operating country: `2026-11-21 23:10`. */
const local = (instant: string, offsetMinutes: number): string =>
  atOffset(instant, offsetMinutes).format('YYYY-MM-DD HH:mm')

/** The text of a key, or what stands in for it where there is none. */
const translatedOr = (t: ReaderContext['t'], key: string, otherwise: string): string => {
  const text = t(key)
  return text === key ? otherwise : text
}

/** A value of a field, whose words stand below `key` where it is a choice. */
function formatValue(value: unknown, key: string, { t, offsetMinutes }: ReaderContext): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return translatedOr(t, `${key}.${value}`, t(value ? 'command.yes' : 'command.no'))
  if (typeof value === 'number') return [value, translatedOr(t, `${key}.${value}`, '')].join(' ').trim()
  if (typeof value !== 'object') {
    const text = String(value)
    return isInstant(text) ? local(text, offsetMinutes) : translatedOr(t, `${key}.${text}`, text)
  }
  if (Array.isArray(value)) {
    return (
      value.map((one) => translatedOr(t, `${key}.${one}`, translatedOr(t, String(one), String(one)))).join(', ') || '–'
    )
  }
  if (isMoney(value)) return t('audit.money', { money: value })
  return 'name' in value ? String(value.name) : JSON.stringify(value)
}

/** Every row counts its writes and says who wrote last; that is no news. */
const ignoredFields = ['version', 'changedBy']

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isMoney(value) && !('name' in value)

/** What differs between two values of a field; in a record by page or code, each entry that does. */
function changesOfField(
  label: string,
  key: string,
  [was, is]: readonly [unknown, unknown],
  told: ReaderContext,
): string[] {
  if (JSON.stringify(was) === JSON.stringify(is)) return []
  if (!isRecord(is) || (was !== undefined && was !== null && !isRecord(was)))
    return [`${label}: ${formatValue(was, key, told)} → ${formatValue(is, key, told)}`]
  const before = (was ?? {}) as Values // a record, or nothing
  return [...new Set([...Object.keys(before), ...Object.keys(is)])].flatMap((name) => {
    const entry = translatedOr(told.t, `${key}.${name}`, translatedOr(told.t, `menu.${name}`, name))
    return changesOfField(`${label} · ${entry}`, key, [before[name], is[name]], told)
  })
}

const nounOf = ({ lists, id }: Listing): string => lists?.noun ?? id.split('.', 1)[0]!

type Registry = NonNullable<ReadContext['registry']>
/** Listings by noun, of each registry: the log is told row by row. */
const byNoun = new WeakMap<Registry, Map<string, Listing[]>>()

/** The lists of `noun`. */
function listingsOf(noun: string, registry: Registry | undefined): readonly Listing[] {
  if (!registry) return []
  const known = byNoun.get(registry) ?? new Map<string, Listing[]>()
  byNoun.set(registry, known)
  const found =
    known.get(noun) ??
    [...registry.listings.values()].map(({ listing }) => listing).filter((listing) => nounOf(listing) === noun)
  known.set(noun, found)
  return found
}

const named = (listings: readonly Listing[], name: string): readonly Field[] =>
  listings.flatMap(({ fields }) => fields).filter((field) => field.name === name)

/** Whether only the end of a number was kept, as some record it: `…4821`. */
const isLastDigits = (text: string): boolean => /^…\d{1,4}$/.test(text)

/** A value as a list shows it: personal data that any list of its noun masks is masked. */
function shownValue(value: unknown, fields: readonly Field[]): unknown {
  const masked = fields.find(({ kind }) => kind === 'masked')
  if (!masked || typeof value !== 'string' || isLastDigits(value)) return value
  return mask(masked.of as Secret, value) // a masked field says of what
}

const worded: readonly Field['kind'][] = ['choice', 'tags', 'text']

/** Below which key the words of a field stand: its vocabulary, where a list declares one. */
function wordsOf(noun: string, name: string, [field]: readonly Field[]): string {
  const of = field && worded.includes(field.kind) ? field.of : undefined
  return of || `${noun}.${name}`
}

const isRow = (side: unknown): side is Values => typeof side === 'object' && side !== null

const namesMax = 20
const isRows = (value: unknown): value is readonly unknown[] => Array.isArray(value)

/** How many rows one entry has added, and which: calls that add many note `added`, names that lists show or masked ones. */
function addedRows({ added }: Values, t: ReaderContext['t']): string | null {
  if (!isRows(added)) return null
  const names = added.slice(0, namesMax).join(', ') + (added.length > namesMax ? ', …' : '')
  return `${t('audit.added')}: ${added.length} (${names})`
}

/**
 * What differs between a row of `noun` before and after: `State: 31 Disbursement failed → 29 Disbursing`. Of one that was
 * added, what lists that are open to the reader show of it, masked as they mask it.
 */
export function changesOf(noun: string, [before, after]: readonly [unknown, unknown], told: ReaderContext): string {
  if (before && after === null) return told.t('audit.gone')
  if (!isRow(after)) return ''
  const was = isRow(before) ? before : null
  const listings = listingsOf(noun, told.registry)
  const open = listings.filter(({ requires }) => told.reader?.may(requires))
  const many = !was && open.length > 0 ? addedRows(after, told.t) : null
  if (many) return many
  const changesOfName = (name: string): string[] => {
    const label = translatedOr(told.t, `${noun}.${name}`, name)
    const fields = named(listings, name)
    const words = wordsOf(noun, name, fields)
    if (was) {
      if (JSON.stringify(was[name]) === JSON.stringify(after[name])) return [] // values that differ may be masked alike
      return changesOfField(label, words, [shownValue(was[name], fields), shownValue(after[name], fields)], told)
    }
    const shown = named(open, name)
    const isTold = shown.length > 0 && after[name] !== null && after[name] !== ''
    return isTold ? changesOfField(label, words, [undefined, shownValue(after[name], shown)], told) : []
  }
  // what was added is told in the order in which a list declares it
  const names = was ? Object.keys(after) : open.flatMap(({ fields }) => fields.map(({ name }) => name))
  return (
    [...new Set(names)]
      // how many rows were added is told where nothing else is
      .filter((name) => name in after && !ignoredFields.includes(name) && !(name === 'added' && isRows(after[name])))
      .flatMap(changesOfName)
      .join('; ')
  )
}
