import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import { offsetMinutesOf } from '#contract/kernel/countries.ts'
import type { Field } from '#contract/kernel/field.ts'
import { formatAmount } from '#contract/kernel/format.ts'
import type { Money, Ref } from '#contract/kernel/values.ts'
import { record } from './audit.ts'
import { FileAnswer } from './file.ts'
import type { Context } from './implement.ts'
import type { Key } from './seek.ts'
import { rowsFrom, type View } from './view.ts'

/** Rows read at once: enough to keep the database busy, few enough to keep memory flat. */
const chunk = 2_000

/** `2026-01-31T09:30:00Z` on the clock of the operating country: `2026-01-31 15:00:00`. */
const localTime = (instant: string, country: string): string =>
  new Date(Date.parse(instant) + offsetMinutesOf(country) * 60_000).toISOString().slice(0, 19).replace('T', ' ')

type Cell = (value: unknown) => string | number

/** How the values of a field are written: numbers as numbers, words in the reader's language, everything else as text. */
function cellOf({ kind, of }: Field, { say, ground }: Context): Cell {
  switch (kind) {
    case 'money':
      return (value) => plainAmount(value as Money)
    case 'rate':
      return (value) => (value as number) / 10_000
    case 'count':
      return (value) => value as number
    case 'ref':
      return (value) => (value as Ref).name
    case 'instant':
      return (value) => localTime(value as string, ground.clock.country)
    case 'flag':
      return (value) => say(value ? 'call.yes' : 'call.no')
    case 'choice':
      return (value) => (typeof value === 'number' ? `${value} ` : '') + say(`${of}.${value}`)
    case 'tags':
      return (value) => (value as unknown[]).map((one) => say(`${of}.${one}`)).join(' / ')
    default:
      return (value) => String(value)
  }
}

/** An amount for a machine to read: no grouping, a point, every decimal. */
const plainAmount = (money: Money): string => formatAmount(money, 'en', true).replaceAll(',', '').replace('−', '-')

/** The fields to export, in the order asked for. */
const fieldsOf = ({ context: { listing } }: View, columns: readonly string[] | undefined): readonly Field[] =>
  columns ? columns.map((name) => listing.fields.find((field) => field.name === name)!) : listing.fields

/** Reads a view chunk by chunk, each behind the last row of the one before; never more than one is held. */
async function* lines(view: View, fields: readonly Field[], call: Context): AsyncGenerator<(string | number)[]> {
  const cells = fields.map((field) => [field.name, cellOf(field, call)] as const)
  let key: Key | null = null
  for (;;) {
    const { rows, key: last }: Awaited<ReturnType<typeof rowsFrom>> = await rowsFrom(call.tx, view, chunk, { key })
    for (const row of rows) yield cells.map(([name, cell]) => (row[name] == null ? '' : cell(row[name])))
    if (rows.length < chunk) return
    key = last
  }
}

/** Leaves the export in the audit log: what was asked for, and how many rows went out. */
async function audited(view: View, count: number, call: Context): Promise<void> {
  const { listing } = view.context
  const { actor, now, requestId, ground } = call
  await record(ground.database.db, {
    at: now,
    actorId: actor.id,
    actorName: actor.name,
    unitPath: actor.unitPath,
    roles: [...actor.roles],
    page: String(listing.may),
    command: `${listing.id}.export`,
    risk: 'read',
    noun: listing.id.slice(0, listing.id.indexOf('.')),
    input: { rows: count },
    outcome: 'done',
    requestId,
    durationMs: ground.clock.now().getTime() - now.getTime(),
  })
}

const headingOf = (listingId: string, { name }: Field, { say }: Context) =>
  say(`${listingId.slice(0, listingId.indexOf('.'))}.${name}`)

/** A view as a CSV file: UTF-8 with a mark for spreadsheets, safe from formulas, as fast as its reader takes it. */
export function exportFile(view: View, columns: readonly string[] | undefined, call: Context): FileAnswer {
  const { listing } = view.context
  const fields = fieldsOf(view, columns)
  const csv = stringify({
    bom: true,
    header: true,
    columns: fields.map((field) => headingOf(listing.id, field, call)),
    escape_formulas: true,
  })
  let count = 0
  const counted = async function* () {
    for await (const line of lines(view, fields, call)) {
      count += 1
      yield line
    }
  }
  pipeline(Readable.from(counted()), csv)
    .then(() => audited(view, count, call))
    .catch((error: unknown) => call.ground.log.warn({ err: error, requestId: call.requestId }, `${listing.id}.export`))
  const day = view.moment.day.replaceAll('-', '')
  return new FileAnswer(`${listing.id}-${day}.csv`, 'text/csv; charset=utf-8', csv)
}
