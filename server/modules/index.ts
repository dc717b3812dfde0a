import type { Module } from '#server/kernel/implement.ts'
import audit from './audit/index.ts'
import batches from './batches/index.ts'
import cases from './cases/index.ts'
import customers from './customers/index.ts'
import imports from './imports/index.ts'
import loans from './loans/index.ts'
import overview from './overview/index.ts'
import payouts from './payouts/index.ts'
import plans from './plans/index.ts'
import queries from './queries/index.ts'
import reductions from './reductions/index.ts'
import references from './references/index.ts'
import session from './session/index.ts'
import tickets from './tickets/index.ts'

/** Everything the server answers. */
export const modules: readonly Module[] = [
  audit,
  batches,
  cases,
  customers,
  imports,
  loans,
  overview,
  payouts,
  plans,
  queries,
  reductions,
  references,
  session,
  tickets,
]
