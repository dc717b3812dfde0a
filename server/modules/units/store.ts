import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import type { IdOf } from '#contract/kernel/values.ts'
import { changeable, day, idColumn, instant, key } from '#server/kernel/base/columns.ts'
import type { Labels } from '#server/kernel/listing/labels.ts'

/** Table `units`: the business as a tree: departments, collection agencies, and the departments and groups in them. */
export const unitRows = pgTable(
  'units',
  {
    id: idColumn('unit').primaryKey(),
    ...changeable(),
    kind: text('kind', { enum: ['department', 'agency', 'group'] }).notNull(),
    name: text('name').notNull(),
    /** What it is called in other languages. */
    names: jsonb('names').$type<Labels>().notNull().default({}),
    parentId: idColumn('unit', 'parent_id'),
    /** Ids from the root down to this unit, each between slashes: `/HQ/COL/AG1/`. */
    path: key('path').notNull(),
    officerId: idColumn('staff', 'officer_id'),
    /** Of an agency: whether another business collects for us. */
    external: boolean('external').notNull().default(false),
    /** Of an agency: the days of the contract with it, both included; no last day: it goes on. */
    contractFrom: day('contract_from'),
    contractUntil: day('contract_until'),
    /** Of an agency: the number of the certificate that lets it collect. */
    certificate: text('certificate'),
    /** Share of new cases among its siblings, in percent; none: given by turns. */
    weight: smallint('weight'),
    /** Gets no cases, whatever its weight. */
    locked: boolean('locked').notNull().default(false),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [index('units_path').on(table.path), check('units_weight_percent', sql`weight between 0 and 100`)],
)

/** Table `commission_rates`: what an agency is paid of what it recovers in a stage, from a day on. Only added to. */
export const commissionRateRows = pgTable(
  'commission_rates',
  {
    agencyId: idColumn('unit', 'agency_id').notNull(),
    stage: text('stage').$type<IdOf<'stage'>>().notNull(),
    validFrom: day('valid_from').notNull(),
    /** In millionths of the amount recovered. */
    ratePpm: integer('rate_ppm').notNull(),
  },
  (table) => [primaryKey({ columns: [table.agencyId, table.stage, table.validFrom] })],
)
