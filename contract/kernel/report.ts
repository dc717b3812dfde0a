import { z } from 'zod'
import type { PageId } from '../menu.ts'
import { addDays, addMonths, nextMonth } from './calendar.ts'
import { type Address, type Endpoint, read } from './endpoint.ts'
import { type Field, metaOf } from './field.ts'
import { FileFormat, type KnownFields } from './list.ts'
import type { QueryContext } from './query/context.ts'
import { equalsCell, termsOf } from './query/edit.ts'
import { parse } from './query/parse.ts'
import { and, type Condition, not, or, type Scalar } from './query/tree.ts'
import type { KnownPage, Right } from './rights.ts'
import { QueryText } from './selection.ts'
import { Currency, LocalDate } from './values.ts'

/** Aggregate: how many rows match a filter line, or what an amount or a number of theirs comes to. */
export interface Aggregate<Name extends string = string> {
  /** Which rows; all that the report is about without it. */
  readonly where?: string
  /** The amount, or the number, that is summed; without it rows are counted. */
  readonly sum?: Name
  /** What a sum is told in, where it is no mere number: said by the row of the report, not where a measure is declared. */
  readonly unit?: 'money' | 'seconds' | undefined
}

/**
 * Measure: a number of every row of a report. With `per` it is a rate, told as what it is of what; or, an amount or a
 * duration of a number of rows, an average. With `lag` it is known only so many days after a row's day, at their end; in
 * months, at the end of the month that comes so many after a row's.
 */
export interface Measure<Name extends string = string> extends Aggregate<Name> {
  readonly per?: Aggregate<Name>
  readonly lag?: number
  readonly lagIn?: 'months'
  /** Beside the report's own right: whoever lacks it finds it nowhere. */
  readonly requires?: Right
  /** Somebody enters what it sums: where nobody has, it is unknown, and not nothing. */
  readonly entered?: boolean
  /** How much of it is: what is drawn by shade has a tone. */
  readonly tone?: 'good' | 'bad'
}

/** Whether a number is told in money. */
export const isMoney = ({ unit }: Aggregate): boolean => unit === 'money'

/** Whether a measure is a duration, of whole seconds, or an average of some. */
export const isDuration = ({ unit }: Aggregate): boolean => unit === 'seconds'

/** Whether a measure is a share of something of its own kind, and told in percent. */
export const isShare = ({ unit, per }: Measure): boolean => per !== undefined && unit === per.unit

/** A measure, with what the fields of a row say of what it sums. */
function measured(measure: Measure, { shape }: z.ZodObject): Measure {
  const told = <Of extends Aggregate>(of: Of): Of => {
    const { kind, unit } = (of.sum !== undefined && metaOf(shape[of.sum] as z.ZodType)) || {}
    return { ...of, unit: kind === 'money' ? kind : unit }
  }
  return { ...told(measure), ...(measure.per && { per: told(measure.per) }) }
}

/** By the name of each step of a series. */
export type OfSteps<Name extends string, Step extends number, Value> = { [S in Step as `${Name}${S}`]: Value }

/** Series: one measure, or field, at every step of a triangle, named after it: `overdueT0`, `overdueT1`, … */
export const series = <const Name extends string, Step extends number, Value>(
  name: Name,
  steps: readonly Step[],
  at: (step: Step) => Value,
): OfSteps<Name, Step, Value> =>
  Object.fromEntries(steps.map((step) => [`${name}${step}`, at(step)])) as OfSteps<Name, Step, Value> // the keys just written

/** The names of a series, in the order of its steps. */
export const namesOf = <const Name extends string, Step extends number>(
  name: Name,
  steps: readonly Step[],
): readonly `${Name}${Step}`[] => steps.map((step) => `${name}${step}` as const)

type MeasureText = 'measure' | 'meaning' | 'measureKind'
/** Text of a measure, below one of these keys of the noun, with its step of a series; its kind where its heading is not unique. */
export function measureText({ id, measures }: Pick<Report, 'id' | 'measures'>, of: MeasureText, name: string) {
  const { lag, lagIn = 'days' } = measures[name]!
  const kind = lag === undefined ? name : name.replace(/\d+$/, '')
  return { key: `${id.slice(0, id.indexOf('.'))}.${of}.${kind}`, values: { [lagIn]: lag ?? 0 } }
}

/** How days are put together to rows. Weeks begin on Monday. */
export const grains = ['day', 'week', 'month'] as const
const Grain = z.enum(grains)
export type Grain = z.output<typeof Grain>

/** A measure of one row: its number, what that is of where it is a rate, and how many rows of the listing it counts. */
const Cell = z.object({ value: z.int(), per: z.int().nullable(), rows: z.int() })
export type Cell = z.output<typeof Cell>
/** By the name of the measure. Null where it is not known yet, or is a rate of nothing. */
const Cells = z.record(z.string(), Cell.nullable())
export type Cells = z.output<typeof Cells>

/** What rows stand for: a value of the field they are by, as the filter line has it, and what it is called. */
const ReportRow = z.object({ value: z.string().nullable(), label: z.string(), cells: Cells })
export type ReportRow = z.output<typeof ReportRow>

type Key<Row extends z.ZodObject> = keyof z.output<Row> & string

/**
 * Validity period of a version, by its fields: the days between which a row was known so; none at the end of what is
 * known still.
 */
interface ValidityFields<Name extends string = string> {
  readonly from: Name
  readonly until: Name
}

interface ReportParts<Row extends z.ZodObject, By extends string, M extends string, Page extends string> {
  /** The page it is for; seeing the page is the right to read it. */
  requires: Page & KnownPage<Page>
  /** The id of the listing whose rows it counts. */
  of: string
  /** The row of that listing. */
  row: Row
  /** Pivot: the fields that it can be by. The first is a day or a moment, by whose days it opens. */
  by: readonly [By, ...By[]] & KnownFields<Row, By>
  /** How days are put together, where not in every way; the first is how it opens. */
  grains?: readonly [Grain, ...Grain[]]
  /** Which rows it is about, as a filter line; all of them without. */
  where?: string
  /** Of rows that are versions. What is no version is told as it is now. */
  known?: ValidityFields<Key<Row>>
  measures: Readonly<Record<M, Measure<Key<Row>>>>
  /** Where its file is; below the report without it. */
  export?: Address
}

/** Report: rows of a listing, counted and summed by a field. Every number is the filter line of the rows it counts. */
export function report<Row extends z.ZodObject, const By extends string, M extends string, const Page extends string>(
  at: Address,
  {
    requires,
    of,
    row,
    by,
    grains: ownGrains = grains,
    where = '',
    known,
    measures: declared,
    export: file = `${at}/export` as Address,
  }: ReportParts<Row, By, M, Page>,
) {
  const names = Object.keys(declared) as [M, ...M[]] // a report without measures tells nothing
  const measures = Object.fromEntries(names.map((name) => [name, measured(declared[name], row)]))
  const page = requires as PageId // checked where it was written down
  const asked = {
    q: QueryText.default(''),
    by: z.enum(by as readonly By[]).default(by[0] as never), // the first of them
    grain: z.enum(ownGrains).default(ownGrains[0]),
    /** As it was known at the end of that day; as it is known now without. What is no version is never told otherwise. */
    asOf: known ? LocalDate.optional() : z.custom<undefined>((day) => day === undefined, 'no_versions').optional(),
    measures: z.array(z.enum(names)).min(1).optional(),
  }
  const faults = ['range_too_long', 'not_known_yet'] as const
  return {
    ...read(at as 'GET /', {
      requires: page,
      input: z.object(asked),
      output: z.object({ rows: z.array(ReportRow), total: Cells, currency: Currency, asOf: LocalDate }),
      faults,
    }),
    /** The same as a file. */
    export: {
      ...read(file as 'GET /', {
        requires: `${page}.export` as const,
        input: z.object({ ...asked, format: FileFormat.default('csv') }),
        output: z.null(),
        faults,
      }),
      file: true as const,
    },
    ...{ of, where, by: by as readonly string[], grains: ownGrains as readonly Grain[] },
    known: (known ?? null) as ValidityFields | null,
    measures: measures as Readonly<Record<M, Measure>>, // by the names they were declared by
  }
}

/** What every report has, whatever it is about. */
export interface Report extends Endpoint {
  readonly export: Endpoint & { readonly file: true }
  readonly of: string
  readonly where: string
  readonly by: readonly string[]
  readonly grains: readonly Grain[]
  readonly known: ValidityFields | null
  readonly measures: Readonly<Record<string, Measure>>
}

export const isReport = (endpoint: Endpoint): endpoint is Report => 'measures' in endpoint && 'known' in endpoint

/** Until when a report tells at most: the last day whose end is known. */
export const lastKnownDay = (today: LocalDate): LocalDate => addDays(today, -1)

const day = (date: string): Scalar => ({ is: 'day', day: date })

/** The versions that stood at the end of a day; those that stand now, without one. */
function knownAt(known: ValidityFields, asOf: LocalDate | undefined): Condition {
  const stands = not({ kind: 'has', field: known.until })
  if (asOf === undefined) return stands
  const later: Condition = { kind: 'compare', field: known.until, operator: '>', value: day(asOf) }
  return and([{ kind: 'range', field: known.from, from: null, to: day(asOf) }, or([stands, later])])!
}

/** The rows that a report is about, whatever is asked of it, as they were known on a day. */
export const rowsOfReport = (
  { where, known }: Pick<Report, 'where' | 'known'>,
  asOf: LocalDate | undefined,
  reader: QueryContext,
): Condition | null => and([parse(where, reader).query.where, known && knownAt(known, asOf)]) // a test reads the lines of every report

/** The last day of which something is known by the end of a day, so many days or months after it. */
function lastReached({ lag = 0, lagIn }: Pick<Measure, 'lag' | 'lagIn'>, through: LocalDate): LocalDate {
  if (lagIn === undefined) return addDays(through, -lag)
  // a month is over with its last day: of the month of tomorrow nothing is known
  return addDays(addMonths(addDays(through, 1), -lag), -1)
}

/** The rows of which a measure is known by the end of a day. */
export const reachedBy = (
  { by }: Pick<Report, 'by'>,
  lag: Pick<Measure, 'lag' | 'lagIn'>,
  through: LocalDate,
): Condition => ({ kind: 'range', field: by[0]!, from: null, to: day(lastReached(lag, through)) })

/** The rows that an aggregate of a measure counts, of all that the report is about. Null: all of them. */
export function countedBy(
  { where = '' }: Aggregate,
  measure: Measure,
  { report, reader, through }: { readonly report: Report; readonly reader: QueryContext; readonly through: LocalDate },
): Condition | null {
  const line = parse(where, reader).query.where // a test reads the lines of every report
  return and([line, measure.lag === undefined ? null : reachedBy(report, measure, through)])
}

/** Whether rows of a report by this field are days. */
export const isTime = ({ kind }: Pick<Field, 'kind'>): boolean => kind === 'date' || kind === 'instant'

/** The last day of a row that is a week or a month, by its first. */
const lastDayOf = (first: LocalDate, grain: Grain): LocalDate =>
  grain === 'day' ? first : grain === 'week' ? addDays(first, 6) : addDays(nextMonth(first), -1)

/** Until which day of a week or a month a measure is known, where that is not all of it; null where it is. */
export function knownUntil(
  measure: Measure,
  { first, grain, through }: { readonly first: LocalDate; readonly grain: Grain; readonly through: LocalDate },
): LocalDate | null {
  if (measure.lag === undefined) return null
  const reached = lastReached(measure, through)
  return reached < lastDayOf(first, grain) ? reached : null
}

/** The rows that a row of a report stands for. */
function ofRow(field: Field, grain: Grain, value: string | null): Condition | null {
  if (value !== null && field.kind === 'flag') return equalsCell(field, value === 'true', (instant) => instant)
  if (value === null || !isTime(field)) return equalsCell(field, value, (instant) => instant)
  if (grain === 'day') return { kind: 'oneOf', field: field.name, values: [day(value)] }
  const first = value as LocalDate // as the report has told it
  return { kind: 'range', field: field.name, from: day(first), to: day(lastDayOf(first, grain)) }
}

/** Report request, and until when it was answered: the `asOf` of its answer. */
interface ReportRequest {
  readonly q: string
  readonly by: string
  readonly grain: Grain
  readonly asOf?: LocalDate | undefined
  readonly through: LocalDate
}
/** A cell of a report: of which measure, of which row (without one, of all of them), and what of it. */
interface CellPlace {
  readonly name: string
  readonly value?: string | null
  readonly part: 'value' | 'per'
}

/** Drill-down: the rows that a cell counts, as the filter line of the listing has them. */
export function cellCondition(
  report: Report,
  { fields }: { readonly fields: readonly Field[] },
  reader: QueryContext,
  { q, by, grain, asOf, through, name, value, part }: ReportRequest & CellPlace,
): Condition | null {
  const measure = report.measures[name]!
  const aggregate = part === 'per' ? (measure.per ?? measure) : measure
  const field = fields.find((one) => one.name === by)!
  const row = value === undefined ? null : ofRow(field, grain, value)
  // a cell of one day is within what was asked, and reached, or it would not be told
  const isDay = row !== null && by === report.by[0] && grain === 'day' && value !== null
  const asked = termsOf(parse(q, reader).query).filter((term) => !(isDay && 'field' in term && term.field === by))
  const told = { report, reader, through }
  const { lag: _, ...ofDay } = measure
  const counted = countedBy(aggregate, isDay ? ofDay : measure, told)
  return and([...asked, row, counted, rowsOfReport(report, asOf, reader)])
}
