import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { IdOf } from '#contract/kernel/values.ts'
import type { ParameterKind } from '#contract/parameters/values.ts'
import { changeable, instant, key } from '#server/kernel/base/columns.ts'

/** Table `parameters`: those that code declares, and those that were added beside them. */
export const parameterRows = pgTable('parameters', {
  id: key('id').$type<IdOf<'parameter'>>().primaryKey(),
  ...changeable(),
  /** The order in which they came. */
  number: integer('number').notNull().generatedByDefaultAsIdentity(),
  state: text('state', { enum: ['enabled', 'disabled'] })
    .notNull()
    .default('enabled'),
  /** What it is set to; none: its default. A secret is encrypted. */
  value: jsonb('value'),
  remark: text('remark').notNull().default(''),
  /** Name and kind of one that was added; what code declares says them itself. */
  name: text('name'),
  kind: text('kind').$type<ParameterKind>(),
  createdAt: instant('created_at').notNull().defaultNow(),
  /** When it was set, reset or switched last; none of what never was. */
  changedAt: instant('changed_at'),
})
