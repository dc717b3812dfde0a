import { type SQL, sql } from 'drizzle-orm'
import type { Approval } from '#contract/approvals.ts'
import type { Currency } from '#contract/kernel/values.ts'
import { pageIds } from '#contract/menu.ts'
import { products } from '#contract/products/calls.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { changesOf } from '#server/kernel/listing/changes.ts'
import type { ReadContext } from '#server/kernel/listing/column-mapping.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { unionOf } from '#server/kernel/summaries/summary.ts'
import { fourEyes } from '#server/modules/four-eyes/source.ts'
import { describeDifferences, type WaitingTerms } from '#server/modules/products/steps/differences.ts'
import { belowUnitOf } from '#server/modules/units/steps.ts'
import { pendingRequests } from './pending-requests.ts'
import { approvalRows } from './store.ts'

const people = fourEyes(approvalRows)

/** What somebody asks to change, in the words of what it is about. */
function changesIn(filed: Readonly<Record<string, unknown>>, readContext: ReadContext): string {
  const { 'filed before': before, 'filed after': after, 'filed noun': noun } = filed
  const { 'filed command': command, 'filed currency': currency } = filed
  if (!after) return '' // lapsed, or erased since
  if (command !== products.pass.id) return changesOf(String(noun), [before ?? {}, after], readContext)
  // as `pending-requests` writes terms
  const waiting = { inForce: (before as { value: never }).value, asked: after as WaitingTerms['asked'] }
  return describeDifferences(waiting, currency as Currency, readContext.t)
}

const columns =
  ({ decidedHere, requestedAt }: { decidedHere: SQL; requestedAt: SQL }): Source<Approval>['columns'] =>
  () => ({
    id: approvalRows.id,
    version: approvalRows.version,
    state: approvalRows.state,
    command: approvalRows.command,
    page: approvalRows.page,
    decidedHere,
    objectId: approvalRows.objectId,
    changes: {
      select: {
        'filed before': approvalRows.before,
        'filed after': approvalRows.after,
        'filed noun': approvalRows.noun,
        'filed command': approvalRows.command,
        'filed currency': approvalRows.currency,
      },
      compute: changesIn,
    },
    count: approvalRows.count,
    eligible: approvalRows.eligible,
    amount: { minor: approvalRows.amountMinor, currency: approvalRows.currency },
    reason: approvalRows.reason,
    ...people.mappings,
    requestedAt,
    validUntil: approvalRows.validUntil,
    decidedAt: approvalRows.decidedAt,
    batchId: approvalRows.batchId,
  })

/** Rows of a page as far as somebody sees them there; runs and one's own requests in any case. */
function visible(actor: Actor): SQL {
  const { page, makerId, makerUnitPath } = approvalRows
  const seen = pageIds.filter((one) => actor.may(one))
  const all = seen.filter((one) => actor.scopesOf(one).includes('all'))
  const below = seen.filter((one) => !all.includes(one) && actor.scopesOf(one).some((scope) => scope !== 'own'))
  return sql`(${page} is null or ${makerId} = ${actor.id} or ${page} = any(${sql.param(all)}::text[])
    or (${page} = any(${sql.param(below)}::text[]) and ${belowUnitOf(actor, makerUnitPath)}))`
}

/** Row source: runs and calls that wait for somebody to release them. They belong to the unit of whoever filed them. */
export const approvalSource: Source<Approval> = {
  table: approvalRows,
  from: sql`${approvalRows} ${people.joined}`,
  columns: columns({ decidedHere: sql`true`, requestedAt: sql`${approvalRows.requestedAt}` }),
  visible,
  scope: people.scope,
}

/** What waits or waited for a second person, table by table, in the columns of `approvals`. */
const parts = [
  sql`select id, version, state, command, page, true as decided_here, object_id, before, after, noun, count, eligible,
    amount_minor, currency, reason, maker_id, maker_unit_path, requested_at, valid_until, checker_id, decided_at, note, batch_id
  from ${approvalRows}`,
  ...pendingRequests,
].map((select) => ({ select }))

/** All of it. */
export const inbox = sql`${unionOf(parts)} approvals`

/** List source: the inbox. Beside runs and calls, whatever waits for a second person on a page of its own. */
export const inboxSource: Source<Approval> = {
  ...approvalSource,
  from: sql`${inbox} ${people.joined}`,
  union: { parts, from: (union) => sql`${union} approvals ${people.joined}` },
  columns: columns({ decidedHere: sql`approvals.decided_here`, requestedAt: sql`approvals.requested_at` }),
}
