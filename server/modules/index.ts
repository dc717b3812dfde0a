import { needsNoRight, pageOfRight } from '#contract/kernel/rights.ts'
import type { PageId } from '#contract/menu.ts'
import type { Module } from '#server/kernel/call/implement.ts'
import account from './account/index.ts'
import approvals from './approvals/index.ts'
import audit from './audit/index.ts'
import batches from './batches/index.ts'
import cardChanges from './card-changes/index.ts'
import caseTransfers from './case-transfers/index.ts'
import cases from './cases/index.ts'
import couponTemplates from './coupon-templates/index.ts'
import coupons from './coupons/index.ts'
import customers from './customers/index.ts'
import documents from './documents/index.ts'
import exports from './exports/index.ts'
import extensions from './extensions/index.ts'
import find from './find/index.ts'
import history from './history/index.ts'
import imports from './imports/index.ts'
import jobs from './jobs/index.ts'
import keys from './keys/index.ts'
import lens from './lens/index.ts'
import loans from './loans/index.ts'
import macros from './macros/index.ts'
import merchants from './merchants/index.ts'
import messages from './messages/index.ts'
import overview from './overview/index.ts'
import payments from './payments/index.ts'
import payouts from './payouts/index.ts'
import plans from './plans/index.ts'
import products from './products/index.ts'
import proofs from './proofs/index.ts'
import queries from './queries/index.ts'
import reductions from './reductions/index.ts'
import references from './references/index.ts'
import session from './session/index.ts'
import settings from './settings/index.ts'
import statements from './statements/index.ts'
import teleVerifications from './tele-verifications/index.ts'
import tickets from './tickets/index.ts'
import views from './views/index.ts'
import writeOffs from './write-offs/index.ts'

/** Everything the server answers. */
export const modules: readonly Module[] = [
  account,
  approvals,
  audit,
  batches,
  cardChanges,
  cases,
  caseTransfers,
  coupons,
  couponTemplates,
  customers,
  documents,
  exports,
  extensions,
  find,
  history,
  imports,
  keys,
  jobs,
  lens,
  loans,
  macros,
  merchants,
  messages,
  overview,
  payments,
  payouts,
  plans,
  products,
  proofs,
  queries,
  reductions,
  references,
  session,
  settings,
  statements,
  teleVerifications,
  tickets,
  views,
  writeOffs,
]

/** The pages of modules: some call asks for a right on that page alone. */
export const pagesOf = (of: readonly Module[]): ReadonlySet<PageId> =>
  new Set(
    of
      .flatMap(({ api }) => Object.values(api))
      .flatMap(({ requires }) => (typeof requires !== 'string' || needsNoRight(requires) ? [] : pageOfRight(requires))),
  )

/** Pages that exist. Nobody is granted another, which would lead nowhere. */
export const builtPages = pagesOf(modules)
