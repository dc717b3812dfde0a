import { caseTransfer } from '#contract/case-transfers.ts'
import { crewOf } from '#server/seed/collectors.ts'
import type { RowOf } from '#server/seed/history/book.ts'
import type { SeedContext } from '#server/seed/history/context.ts'
import type { Random } from '#server/seed/history/random.ts'
import { type Member, staffOf } from '#server/seed/staff.ts'
import { agencyOf } from '#server/seed/units.ts'

type Case = RowOf<'cases'>

const leaders = staffOf('CTL')
const reasons = [
  'On leave',
  'Too many open cases',
  'Speaks the customer’s language',
  'Customer asked for somebody else',
]
/** So many of the cases were somebody else's before; of those of today some were given back at once. */
const share = 0.05
const undoneShare = 0.15
/** Leaders are there between these minutes of a day. */
const [from, until] = [8 * 60, 20 * 60]

/** Somebody else of the same agency who works the stage. */
function besides({ id, unit }: Member, of: Case, { stages }: SeedContext): readonly Member[] {
  const stage = stages.find((one) => one.id === of.stage)!
  return crewOf(agencyOf(unit)!, stage, stages).filter((one) => one.id !== id)
}

const holderOf = ({ id, unit }: Member) => ({ collectorId: id, groupId: unit.id, agencyId: agencyOf(unit)!.id })

/** Now and then a case went from one collector to another before it came to its holder, who has not touched it yet. */
export function simulateTransfers(context: SeedContext, of: Case, holder: Member, random: Random): void {
  const { allocatedAt, lastContactAt, closedAt } = of
  if (!allocatedAt || !random.chance(share)) return
  const latest = Math.min((lastContactAt ?? closedAt ?? context.now).getTime(), (closedAt ?? context.now).getTime())
  if (latest <= allocatedAt.getTime()) return
  const others = besides(holder, of, context)
  if (others.length === 0) return
  const before = random.pick(others)
  const leader = random.pick(leaders.filter(({ unit }) => unit === agencyOf(holder.unit)))
  const day = context.dateOf(
    new Date(allocatedAt.getTime() + Math.floor(random.next() * (latest - allocatedAt.getTime()))),
  )
  const at = context.at(day, random.int(from, until))
  if (at <= allocatedAt || at.getTime() >= latest) return
  const undone = random.chance(undoneShare)
  const [giver, taker] = undone ? [holder, before] : [before, holder]
  const [was, is] = [holderOf(giver), holderOf(taker)]
  const undoneAt = undone ? new Date(Math.min(at.getTime() + random.int(3, 40) * 60_000, latest)) : null
  context.book.buffers.caseTransfers.add({
    ...{ id: context.book.id(caseTransfer.ids, context.dateOf(at)), caseId: of.id, loanId: of.loanId, stage: of.stage },
    ...{ kind: 'selected', count: 1, runId: null, reason: random.pick(reasons) },
    ...{ fromCollectorId: was.collectorId, fromGroupId: was.groupId, fromAgencyId: was.agencyId },
    ...{ fromUnitPath: giver.unit.path, fromAllocatedAt: allocatedAt },
    ...{ toCollectorId: is.collectorId, toGroupId: is.groupId, toAgencyId: is.agencyId, toUnitPath: taker.unit.path },
    ...{ operatorId: leader.id, at, day: context.dateOf(at), caseVersion: undone || lastContactAt ? 0 : 1 },
    ...{ undoneById: undone ? leader.id : null, undoneAt },
  })
}
