import { cardChange } from '#contract/card-changes.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { later } from '#server/seed/history/context.ts'
import type { Random } from '#server/seed/history/random.ts'
import { staffOf } from '#server/seed/staff.ts'
import type { Order } from './order.ts'

/** A card that was written down. */
export interface Card {
  readonly id: IdOf<'card'>
  readonly similarityPpm: number
}

const makers = staffOf('CS', 'OPS')
const checkers = staffOf('MGR', 'EXE')
const reasons = [
  'Account closed',
  'Customer wants another bank',
  'Bank refused the transfer',
  'Account number was wrong',
] as const
const refusals = ['Holder could not be reached', 'Same bank is down again'] as const
/** So many were approved by a second person; the others counted at once. */
const checkedShare = 0.6

/** What became of a change. */
type ChangeOutcome = 'passed' | 'pending' | 'rejected'

/** Has the money of an order go to another card from then on, or somebody ask for that. */
export function changeCard(
  order: Order,
  to: Card,
  { at, outcome }: { at: Date; outcome: ChangeOutcome },
  random: Random,
): void {
  const { row, context } = order
  const maker = random.pick(makers)
  const reason = random.pick(reasons)
  const checker =
    outcome === 'rejected' || (outcome === 'passed' && random.chance(checkedShare)) ? random.pick(checkers) : null
  const note = outcome === 'rejected' ? random.pick(refusals) : null
  const auditedAt = outcome === 'pending' ? null : context.capped(later(at, checker ? random.int(1, 10) : 0))
  order.cardChanges.push({
    ...{
      id: context.book.id(cardChange.ids, context.dateOf(at)),
      loanId: row.id,
      oldCardId: row.cardId,
      newCardId: to.id,
    },
    ...{ state: outcome, similarityPpm: to.similarityPpm, reason },
    ...{ makerId: maker.id, makerUnitPath: maker.unit.path, requestedAt: at },
    ...{ checkerId: checker?.id ?? null, note, auditedAt },
  })
  const atOnce = outcome === 'passed' && checker === null
  if (!atOnce) order.log('requestCardChange', at, maker.name, { reason })
  if (outcome !== 'passed') return
  order.log('changeCard', auditedAt!, checker?.name ?? maker.name, { reason }) // one that has passed was decided
  row.cardId = to.id
}
