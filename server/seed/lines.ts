import { countries } from '#contract/kernel/countries.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { LineKind } from '#contract/lines.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { lineRows } from '#server/modules/lines/store.ts'
import { environmentKinds } from '#server/modules/provider-configs/steps.ts'
import { later, type SeedContext } from './history/context.ts'
import { staff } from './staff.ts'
import { agencies } from './units.ts'

type LineSeed = typeof lineRows.$inferInsert
const idOf = (nth: number) => `TL-${1_001 + nth}` as IdOf<'line'> // named here

/** Numbers of the house and of its agencies, after the country's own digits. */
const numbers: readonly { kind: LineKind; digits: string; agencyId?: IdOf<'unit'>; more?: Partial<LineSeed> }[] = [
  { kind: 'outbound', digits: '2240001000' },
  { kind: 'outbound', digits: '2240001001' },
  { kind: 'outbound', digits: '2240000009', more: { spam: true, tested: 'flagged' } },
  ...agencies.flatMap(({ id }, i) => [
    { kind: 'outbound' as const, digits: `80420020${i}0`, agencyId: id },
    { kind: 'outbound' as const, digits: `80420020${i}1`, agencyId: id },
  ]),
  { kind: 'whatsapp', digits: '9820011000' },
  { kind: 'whatsapp', digits: '9820011001', more: { state: 'disabled' } },
  { kind: 'hotline', digits: '2240002000', more: { tested: 'inService' } },
  { kind: 'hotline', digits: '2240002001' },
]

/** Collectors and customer service have a seat each. */
const seated = staff.filter(({ mark }) => mark === 'COL' || mark === 'CS')

/** Adds the phone lines of the demo. */
export async function addLines(db: Db, context: SeedContext): Promise<void> {
  const createdAt = context.at(context.start, 0)
  const dialler = environmentKinds.dialler.id as IdOf<'provider'> // as it is named there
  const sender = environmentKinds.whatsapp.id as IdOf<'provider'>
  const seats: LineSeed[] = seated.map(({ id }, nth) => ({
    ...{ id: idOf(nth), kind: 'seat', number: String(1_001 + nth), staffId: id, providerId: dialler, createdAt },
  }))
  const others: LineSeed[] = numbers.map(({ kind, digits, agencyId, more }, nth) => ({
    ...{ id: idOf(seated.length + nth), kind, number: `+${countries[context.country].dials}${digits}`, agencyId },
    ...{ providerId: kind === 'whatsapp' ? sender : dialler, createdAt },
    ...(more?.tested && { testedAt: later(context.now, -1_500) }),
    ...more,
  }))
  await db
    .insert(lineRows)
    .values([...seats, ...others])
    .onConflictDoNothing()
}
