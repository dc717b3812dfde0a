import type { IdOf } from '#contract/kernel/values.ts'
import { staffOf } from '../staff.ts'
import type { Order } from './order.ts'
import type { Random } from './random.ts'
import { later } from './world.ts'

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
type Fate = 'passed' | 'pending' | 'rejected'

/** Has the money of an order go to another card from then on, or somebody ask for that. */
export function changeCard(order: Order, to: Card, { at, fate }: { at: Date; fate: Fate }, random: Random): void {
  const { row, world } = order
  const maker = random.pick(makers)
  const reason = random.pick(reasons)
  const checker =
    fate === 'rejected' || (fate === 'passed' && random.chance(checkedShare)) ? random.pick(checkers) : null
  order.cardChanges.push({
    ...{ id: world.book.id('cardChange', world.dateOf(at)), loanId: row.id, oldCardId: row.cardId, newCardId: to.id },
    ...{ state: fate, similarityPpm: to.similarityPpm, reason },
    ...{ makerId: maker.id, makerUnitPath: maker.unit.path, requestedAt: at },
    ...{ checkerId: checker?.id ?? null, note: fate === 'rejected' ? random.pick(refusals) : null },
    auditedAt: fate === 'pending' ? null : world.capped(later(at, checker ? random.int(4, 90) : 0)),
  })
  order.note('changeCard', at, maker.name, { reason })
  if (fate === 'passed') row.cardId = to.id
}
