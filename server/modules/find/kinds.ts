import { type Column, type SQL, sql } from 'drizzle-orm'
import type { Listing } from '#contract/kernel/list.ts'
import type { Requirement } from '#contract/kernel/rights.ts'
import type { FindKey, Subject } from '#contract/kernel/subject.ts'
import { pageIds } from '#contract/menu.ts'
import type { Registry } from '#server/kernel/call/context.ts'
import {
  type ColumnMapping,
  caseWhenSql,
  isCaseWhen,
  isPlain,
  type ReadContext,
} from '#server/kernel/listing/column-mapping.ts'
import type { Source } from '#server/kernel/listing/source.ts'

/** A kind of record: where it is found, by which columns, and who may look. */
export interface RecordKind {
  readonly subject: Subject
  readonly source: Source
  readonly requires: Requirement
  /** The vocabulary of its states; null where it has none. */
  readonly states: string | null
  /** What it is found by, beside its id; null where it is not found by that, or not by a column of its own. */
  readonly name: Column | null
  readonly loan: Column | null
  readonly customer: Column | null
  readonly externalRef: Column | null
}

type FindColumn = Exclude<FindKey, 'id' | 'label'>

/** The columns that a subject is found by: the id of the record itself, where it is itself what is asked for. */
function columnsFoundBy({ noun, ids, findBy }: Subject, { table }: Source): Pick<RecordKind, FindColumn> {
  const columns = table as unknown as Readonly<Record<string, Column | undefined>> // looked up by name
  const of = (key: FindKey, column: string) => {
    if (!findBy.includes(key)) return null
    return ids?.noun === key ? table.id : (columns[column] ?? null)
  }
  const people = { name: of('name', 'name'), loan: of('loan', 'loanId'), customer: of('customer', 'customerId') }
  const found = { ...people, externalRef: of('externalRef', 'externalRef') }
  const lacking = findBy.filter(
    (key) => key !== 'id' && key !== 'label' && !found[key] && !found.loan && !found.customer,
  )
  if (lacking.length > 0)
    throw new Error(`contract: ${noun} is found by its ${lacking}, and its table has no such column`)
  return found
}

const pageOrder = ({ listing }: { readonly listing: Listing }): number =>
  (pageIds as readonly string[]).indexOf(String(listing.requires))

/** What a subject is found through: the first of its listings in the menu, for whoever may see its `detail`, else that list. */
function kindOf(subject: Subject, { entries, listings }: Registry): RecordKind & { readonly order: number } {
  const [shown] = [...listings.values()]
    .filter(({ listing }) => listing.lists?.noun === subject.noun)
    .sort((one, other) => pageOrder(one) - pageOrder(other))
  if (!shown) throw new Error(`contract: ${subject.noun} can be found, and no listing shows it`)
  return {
    subject,
    source: shown.source,
    order: pageOrder(shown),
    requires: (entries.get(`${subject.noun}.detail`)?.endpoint ?? shown.listing).requires,
    states: subject.fields.find(({ name, kind }) => name === 'state' && kind === 'choice')?.of ?? null,
    ...columnsFoundBy(subject, shown.source),
  }
}

const known = new WeakMap<Registry, readonly RecordKind[]>()

/** The kinds of records that are looked for, in the order of the menu. */
export function recordKinds(registry: Registry): readonly RecordKind[] {
  const kinds =
    known.get(registry) ??
    [...registry.subjects.values()]
      .filter(({ subject }) => subject.findBy.length > 0)
      .map(({ subject }) => kindOf(subject, registry))
      .sort((one, other) => one.order - other.order)
  known.set(registry, kinds)
  return kinds
}

const expressionOf = (mapping: ColumnMapping | undefined): SQL => {
  if (mapping === undefined) return sql`null`
  if (isPlain(mapping)) return sql`${mapping}`
  return isCaseWhen(mapping) ? caseWhenSql(mapping) : sql`null`
}

/** Fields that say what a row is called; the first of them is its name. */
const labelFields = ['name', 'title', 'number'] as const

/** What a row is called, as its list shows it. */
export function labelsOf({ source }: RecordKind, readContext: ReadContext): SQL[] {
  const mappings = source.columns(readContext) as Readonly<Record<string, ColumnMapping | undefined>> // looked up by name
  return labelFields.flatMap((name) => (mappings[name] ? [expressionOf(mappings[name])] : []))
}

/** The columns that tell of a record: its id, the name and the phone it goes by, its state, its title. */
export function columnsOf(kind: RecordKind, readContext: ReadContext): SQL {
  const { source, subject } = kind
  const mappings = source.columns(readContext) as Readonly<Record<string, ColumnMapping | undefined>> // looked up by name
  const of = (name: string) => expressionOf(mappings[name])
  // of what an administrator keeps, the name is what it is called
  const name = (subject.findBy.includes('label') && labelsOf(kind, readContext)[0]) || of('name')
  const title = subject.findBy.includes('label') ? sql`null` : of('title')
  return sql`${source.table.id} as id, ${name}::text as name, ${of('phone')} as phone, ${of('state')}::text as state,
    ${title} as title`
}
