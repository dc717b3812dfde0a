import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { rootCode } from '#contract/dictionaries/types.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Reference, ReferenceKind } from '#contract/references.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import type { Translate } from '#server/kernel/base/translations.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { escapeLike } from '#server/kernel/listing/escape-like.ts'
import { nameIn } from '#server/kernel/listing/labels.ts'
import { appGroupRows, appRows } from '#server/modules/apps/store.ts'
import { collectorsFor } from '#server/modules/cases/steps/collectors.ts'
import { candidatesFor } from '#server/modules/collectors/steps.ts'
import { couponTemplateRows } from '#server/modules/coupon-templates/store.ts'
import { isOpenType } from '#server/modules/dictionaries/source.ts'
import { dictionaryName } from '#server/modules/dictionaries/steps.ts'
import { dictionaryRows } from '#server/modules/dictionaries/store.ts'
import { merchantRows } from '#server/modules/merchants/store.ts'
import { productRows } from '#server/modules/products/store.ts'
import { configName } from '#server/modules/provider-configs/steps.ts'
import { providerConfigRows } from '#server/modules/provider-configs/store.ts'
import { providerRows } from '#server/modules/providers/store.ts'
import { roleNameIn } from '#server/modules/roles/steps/role-names.ts'
import { roleRows } from '#server/modules/roles/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { stageRows } from '#server/modules/stages/store.ts'
import { departmentsFor, isOfHouse, movableUnits } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'

const foundMax = 12
/** So many that are closed are told, of a text of so many characters and more. */
const closedMax = 3
const typedMin = 2

const [u, above, offer] = [alias(unitRows, 'u'), alias(unitRows, 'above'), alias(couponTemplateRows, 'c')]

/** Units, with what each stands below: departments of two parents may have one name. */
const units = (
  t: Translate,
): SQL => sql`select u.id, ${nameIn(u, t)} as name, coalesce(${nameIn(above, t)}, '') as hint, 0 as rank
  from ${unitRows} u left join ${unitRows} above on above.id = u.parent_id`
/** Where somebody works, and what they sign in with. */
const ofStaff = (t: Translate): SQL => sql`${nameIn(u, t)} || ' · ' || s.account`
const everybody = (t: Translate): SQL => sql`select s.id, s.name, ${ofStaff(t)} as hint, 1 as rank
  from ${staffRows} s join ${unitRows} u on u.id = s.unit_id`
const everyBusiness = sql`select m.id, m.name, m.id as hint, 0 as rank from ${merchantRows} m`
const everyOffer = (t: Translate): SQL =>
  sql`select c.id, ${nameIn(offer, t)} as name, c.id as hint, 0 as rank from ${couponTemplateRows} c`
const everyRole = (t: Translate): SQL =>
  sql`select r.id, ${roleNameIn(t, sql`r.name`)} as name, r.mark as hint, 0 as rank from ${roleRows} r`
const people = (t: Translate): SQL => sql`${everybody(t)} where s.state = 'enabled'`
const businesses = sql`${everyBusiness} where m.state = 'enabled'`
const gone = (t: Translate): SQL => sql`${everybody(t)} where s.state <> 'enabled'`
const everyType = (language: string): SQL =>
  sql`select ${dictionaryRows.id}, ${dictionaryName(language)} as name, ${dictionaryRows.id} as hint, 0 as rank
    from ${dictionaryRows}`

const everyApp = sql`select a.id, a.name, a.id as hint, 0 as rank from ${appRows} a`
const everyProvider = sql`select p.id, p.name, p.kind || ' · ' || p.id as hint, 0 as rank from ${providerRows} p`
const everyConfig = sql`select ${providerConfigRows.id}, ${configName} as name,
    ${providerRows.kind} || ' · ' || ${providerConfigRows.id} as hint, 0 as rank
  from ${providerConfigRows} join ${providerRows} on ${providerRows.id} = ${providerConfigRows.providerId}`

const everyStage = sql`select s.id, s.name, s.id as hint, row_number() over (order by s.last_day nulls last) as rank from ${stageRows} s`
/** Units that others stand below, as far as somebody may move those. */
const parentUnits = ({ actor, t }: ReferenceReader): SQL =>
  sql`select u.id, ${nameIn(u, t)} as name, case when u.id = a.id then u.id else ${nameIn(alias(unitRows, 'a'), t)} end as hint,
      case when u.id = a.id then 0 else 1 end as rank
    from ${unitRows} u join ${unitRows} a on a.kind = 'agency' and starts_with(u.path, a.path)
    where u.kind in ('agency', 'department') and ${movableUnits(actor)}`

/** Departments of the house, as far as somebody may put others below them. */
const parentDepartments = ({ actor, t }: ReferenceReader): SQL =>
  sql`${units(t)} where ${isOfHouse(sql`u.path`)} and ${departmentsFor(actor)}`

/** Who looks, and the language they read. */
type ReferenceReader = Pick<Context, 'actor' | 'language' | 't' | 'app'>

/** Reports and lists that somebody may take along without being there, by what they are called. */
function exportable({ actor, t, app: { registry } }: ReferenceReader): SQL {
  const files = [
    ...[...registry.reports.values()].map(({ report }) => report),
    ...[...registry.listings.values()].map(({ listing }) => listing),
  ].filter(({ export: file }) => file && !file.stepUp && actor.may(file.requires))
  const rows = files.map(({ id, requires }, i) => {
    return sql`select ${id}::text as id, ${t(id)}::text as name, ${t(`menu.${requires}`)}::text as hint, ${i}::int as rank`
  })
  return rows.length > 0 ? sql.join(rows, sql` union all `) : sql`${units(t)} where false`
}

const kinds = (reader: ReferenceReader): Readonly<Record<ReferenceKind, SQL>> => {
  const { actor, language, t } = reader
  return {
    unit: units(t),
    staff: people(t),
    role: sql`${everyRole(t)} where r.state = 'enabled'`,
    collector: sql`select s.id, s.name, ${ofStaff(t)} as hint, 0 as rank ${collectorsFor(actor)}`,
    collectorCandidate: sql`select s.id, s.name, ${ofStaff(t)} as hint, 0 as rank ${candidatesFor(actor)}`,
    assignee: sql`${units(t)} union all ${people(t)}`,
    merchant: businesses,
    couponTemplate: sql`${everyOffer(t)} where c.state = 'enabled'`,
    appGroup: sql`select g.id, g.name, g.id as hint, 0 as rank from ${appGroupRows} g`,
    product: sql`select p.id, p.name, p.app as hint, 0 as rank from ${productRows} p where p.state = 'enabled'`,
    app: sql`${everyApp} where a.state = 'enabled'`,
    provider: sql`${everyProvider} where p.state = 'enabled'`,
    providerConfig: sql`${everyConfig} where ${providerConfigRows.state} = 'enabled'`,
    stage: everyStage,
    parentUnit: parentUnits(reader),
    parentDepartment: parentDepartments(reader),
    exportable: exportable(reader),
    dictionary: everyType(language),
    openDictionary: sql`${everyType(language)} where ${isOpenType()}`,
    parentDictionary: sql`select ${rootCode}::text as id, ${t('dictionaries.root')}::text as name, ${rootCode}::text as hint, -1 as rank
    union all ${everyType(language)}`,
  }
}

/** What cannot be chosen any more: colleagues who have left, what is switched off. */
const closed = (t: Translate): Readonly<Record<ReferenceKind, SQL | null>> => ({
  unit: null,
  role: sql`${everyRole(t)} where r.state <> 'enabled'`,
  staff: gone(t),
  collector: gone(t),
  collectorCandidate: null,
  assignee: gone(t),
  merchant: sql`${everyBusiness} where m.state <> 'enabled'`,
  couponTemplate: sql`${everyOffer(t)} where c.state <> 'enabled'`,
  appGroup: null,
  product: sql`select p.id, p.name, p.app as hint, 0 as rank from ${productRows} p where p.state <> 'enabled'`,
  app: sql`${everyApp} where a.state <> 'enabled'`,
  provider: sql`${everyProvider} where p.state <> 'enabled'`,
  providerConfig: sql`${everyConfig} where ${providerConfigRows.state} <> 'enabled'`,
  stage: null,
  parentUnit: null,
  parentDepartment: null,
  exportable: null,
  dictionary: null,
  openDictionary: null,
  parentDictionary: null,
})

/** Those of `known` that hold `text`; what begins with it first, shorter names first. */
function matching(db: Db, known: SQL, text: string, max: number): Promise<Reference[]> {
  const pattern = `%${escapeLike(text.trim())}%`
  return rowsOf<Reference>(
    db,
    sql`select id, name, hint from (${known}) known
        where name ilike ${pattern} or hint ilike ${pattern} or id ilike ${pattern}
        order by starts_with(lower(name), lower(${text.trim()})) desc, rank, length(name), name, id limit ${max}`,
  )
}

/** What can be chosen by whoever asks, and holds `text` in its name or account. */
export const searchReferences = (
  db: Db,
  kind: ReferenceKind,
  text: string,
  reader: ReferenceReader,
): Promise<Reference[]> => matching(db, kinds(reader)[kind], text, foundMax)

/** What is looked for and is there no longer, so that whoever looks is told. */
export async function closedReferences(
  db: Db,
  kind: ReferenceKind,
  text: string,
  { t }: Pick<ReferenceReader, 't'>,
): Promise<Reference[]> {
  const known = closed(t)[kind]
  return known && text.trim().length >= typedMin ? matching(db, known, text, closedMax) : []
}

interface Assignee {
  readonly departmentId: IdOf<'unit'>
  readonly processorId: IdOf<'staff'> | null
}

/** Who is meant: a department, or one of its people who still works there. */
export async function assigneeOf(tx: Db, id: IdOf<'assignee'>): Promise<Assignee | null> {
  // an assignee is one or the other; which, the tables tell
  const staff = and(eq(staffRows.id, id as string as IdOf<'staff'>), eq(staffRows.state, 'enabled'))
  const [person] = await tx.select().from(staffRows).where(staff)
  if (person) return { departmentId: person.unitId, processorId: person.id }
  const [unit] = await tx
    .select()
    .from(unitRows)
    .where(eq(unitRows.id, id as string as IdOf<'unit'>))
  return unit ? { departmentId: unit.id, processorId: null } : null
}
