import { bigint, boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { idColumn, instant } from '#server/kernel/base/columns.ts'

/** Table `two_factor`: who has two-factor, and by which secret. */
export const twoFactorRows = pgTable('two_factor', {
  staffId: idColumn('staff', 'staff_id').primaryKey(),
  /** In force: encrypted, in base 32. None: two-factor is off. */
  secret: text('secret'),
  since: instant('since'),
  /** The last period of thirty seconds a code was taken for: none before it is good again. */
  lastPeriod: bigint('last_period', { mode: 'number' }).notNull().default(0),
  /** A secret that waits for a first code, encrypted. */
  begun: text('begun'),
  begunAt: instant('begun_at'),
})

/** Table `recovery_codes`: codes that stand for a one-time code where the device is lost, each once. */
export const recoveryCodeRows = pgTable(
  'recovery_codes',
  {
    staffId: idColumn('staff', 'staff_id').notNull(),
    /** Keyed hash of the code. */
    hash: text('hash').notNull(),
    used: boolean('used').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.staffId, table.hash] })],
)

/** Table `staff_pictures`: how people show themselves, as PNG in base 64. */
export const pictureRows = pgTable('staff_pictures', {
  staffId: idColumn('staff', 'staff_id').primaryKey(),
  picture: text('picture').notNull(),
  at: instant('at').notNull(),
})

/** Table `deputies`: who approves while somebody is away, from when and until when. */
export const deputyRows = pgTable(
  'deputies',
  {
    staffId: idColumn('staff', 'staff_id').primaryKey(),
    deputyId: idColumn('staff', 'deputy_id').notNull(),
    since: instant('since').notNull(),
    until: instant('until').notNull(),
  },
  (table) => [index('deputies_deputy').on(table.deputyId)],
)
