import { sql } from 'drizzle-orm'
import { bigserial, index, pgTable, text } from 'drizzle-orm/pg-core'
import { contactRuleIds } from '#contract/contact-rules.ts'
import { contactWays } from '#contract/kernel/contact-hours.ts'
import { idColumn, instant, key } from '#server/kernel/base/columns.ts'

/** Table `contact_refusals`: contacts that a rule has forbidden, whoever wanted them. Only added to. */
export const contactRefusalRows = pgTable(
  'contact_refusals',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull(),
    way: text('way', { enum: contactWays }).notNull(),
    rule: text('rule', { enum: contactRuleIds }).notNull(),
    /** Which refusal it was: two may follow from one rule. */
    fault: text('fault').notNull(),
    customerId: idColumn('customer', 'customer_id').notNull(),
    loanId: idColumn('loan', 'loan_id'),
    caseId: idColumn('case', 'case_id'),
    /** Who had the case then. */
    collectorId: idColumn('staff', 'collector_id'),
    /** Who wanted it; none: a job. */
    staffId: idColumn('staff', 'staff_id'),
    /** The agency of whoever wanted it, else the one that has the case. */
    agencyId: idColumn('unit', 'agency_id'),
    unitPath: key('unit_path').notNull(),
    /** From when on the rule spoke no more, as was said then; none: nobody knew. */
    opensAt: instant('opens_at'),
  },
  (table) => [
    index('contact_refusals_at').on(table.at, table.id),
    index('contact_refusals_customer').on(table.customerId, table.at),
    index('contact_refusals_loan').on(table.loanId).where(sql`loan_id is not null`),
    index('contact_refusals_agency').on(table.agencyId, table.at),
    index('contact_refusals_unit').on(table.unitPath, table.at, table.id),
  ],
)
