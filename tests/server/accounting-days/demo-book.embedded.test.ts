import { expect } from 'vitest'
import { journalLines } from '#contract/journal.ts'
import { addDays } from '#contract/kernel/calendar.ts'
import { accountingDayRows, journalEntryRows } from '#server/modules/accounting-days/store.ts'
import { grouped, test, today } from '../seed/book.ts'

/** What the books of the demo say of each day, counted in SQL from what the documents say, by nothing of the module. */
const counted = `
  with at as (select interval '330 minutes' as ahead),
  moves as (
    select (l.disbursed_at + ahead)::date as day, 'lent' as of, l.amount_minor as minor from loans l, at
      where l.kind = 'regular' and l.disbursed_at is not null
    union all select (l.disbursed_at + ahead)::date, 'interest', l.interest_minor from loans l, at where l.disbursed_at is not null
    union all select (l.disbursed_at + ahead)::date, 'fees', l.fee_minor + l.gst_minor from loans l, at
      where l.disbursed_at is not null and l.received_minor = l.amount_minor and l.kind = 'regular'
    union all select (l.disbursed_at + ahead)::date, 'paidOut', l.received_minor from loans l, at
      where l.kind = 'regular' and l.disbursed_at is not null
    union all select (l.disbursed_at + ahead)::date, 'gst', l.gst_minor from loans l, at where l.disbursed_at is not null
    union all select n.date, 'penalty', n.amount_minor from penalties n
    union all select (greatest(p.created_at, p.completed_at, p.booked_at) + ahead)::date, 'penalty', k.amount_minor
      from penalty_corrections k join payments p on p.id = k.payment_id, at
    union all select (greatest(p.created_at, p.completed_at, p.booked_at) + ahead)::date, 'repaid',
      a.paid_principal + a.paid_interest + a.paid_fee + a.paid_penalty
      from allocations a join payments p on p.id = a.payment_id, at where p.state = 'success'
    union all select (greatest(p.created_at, p.completed_at, p.booked_at) + ahead)::date, 'received', p.amount_minor
      from payments p, at where p.state = 'success'
    union all select (r.audited_at + ahead)::date, 'conceded', r.relief_principal + r.relief_interest + r.relief_fee
      + r.relief_penalty from reductions r, at where r.state = 'passed'
    union all select r.valid_until + 1, 'conceded', -(r.relief_interest + r.relief_fee + r.relief_penalty)
      from reductions r where r.fate = 'lapsed'
    union all select (c.used_at + ahead)::date, 'conceded', c.discount_minor from coupons c, at
      where c.state = 'used' and c.discount_minor > 0
    union all select (o.at + ahead)::date, 'lost', o.lost_principal + o.lost_interest + o.lost_fee + o.lost_penalty
      from losses o, at)
  select day::text, of, sum(minor)::bigint as minor from moves group by day, of`

test('every day that is over is closed with what its documents come to, and goes on from the day before', async ({
  library,
}) => {
  const { query, db } = library.database
  const { rows } = await query(counted)
  const sums = new Map(rows.map(({ day, of, minor }) => [`${day} ${of}`, Number(minor)]))
  const days = (await db.select().from(accountingDayRows)).toSorted((a, b) => a.day.localeCompare(b.day))

  let balance = 0
  for (const [i, one] of days.entries()) {
    const of = (name: string) => sums.get(`${one.day} ${name}`) ?? 0
    const all = (group: 'opening' | 'paid' | 'reduced' | 'lost' | 'moved' | 'closing') =>
      one[`${group}Principal`] + one[`${group}Interest`] + one[`${group}Fee`] + one[`${group}Penalty`]
    if (i > 0) expect(one.day).toBe(addDays(days[i - 1]!.day, 1))
    expect([one.day, all('opening')]).toEqual([one.day, balance])
    balance += of('lent') + of('interest') + of('fees') + of('penalty') - of('repaid') - of('conceded') - of('lost')
    expect({
      ...{ day: one.day, state: one.state, lent: one.chargedPrincipal, interest: one.chargedInterest },
      ...{ fees: one.chargedFee, penalty: one.chargedPenalty, repaid: all('paid'), conceded: all('reduced') },
      ...{ lost: all('lost'), moved: all('moved'), closing: all('closing'), gst: one.gstMinor },
      ...{ paidOut: one.paidOutMinor, received: one.receivedMinor },
    }).toEqual({
      ...{ day: one.day, state: 'closed', lent: of('lent'), interest: of('interest'), fees: of('fees') },
      ...{ penalty: of('penalty'), repaid: of('repaid'), conceded: of('conceded'), lost: of('lost'), moved: 0 },
      ...{ closing: balance, gst: of('gst'), paidOut: of('paidOut'), received: of('received') },
    })
  }
  expect(days.at(-1)!.day).toBe(addDays(today, -1))
  expect(days.length).toBeGreaterThan(150)
  const of = (name: string) => sums.get(`${today} ${name}`) ?? 0
  const moved = of('lent') + of('interest') + of('fees') + of('penalty') - of('repaid') - of('conceded') - of('lost')
  const { rows: owed } = await query('select sum(owed_minor)::bigint as minor from plans')
  expect(balance + moved).toBe(Number(owed[0]!.minor))
})

test('the entries of each day, posted twice, come to what the day says, and debits to credits', async ({ library }) => {
  const { db } = library.database
  const [days, entries] = [await db.select().from(accountingDayRows), await db.select().from(journalEntryRows)]
  const entriesOf = grouped(entries, ({ day }) => day)

  for (const day of days) {
    const linesOf = (entry: (typeof entries)[number]) =>
      journalLines(entry.kind, {
        ...{ principal: entry.principalMinor, interest: entry.interestMinor, fee: entry.feeMinor },
        ...{ penalty: entry.penaltyMinor, cash: entry.cashMinor, gst: entry.gstMinor },
        ...{ extensionFee: entry.extensionMinor, overpaid: entry.overpaidMinor, cleared: entry.clearedMinor },
      })
    const all = entriesOf(day.day).flatMap(linesOf)
    // what gateways charge is of no order, and no amount of the day
    const lines = entriesOf(day.day)
      .filter(({ loanId }) => loanId !== null)
      .flatMap(linesOf)
    const balanceOf = (...accounts: readonly string[]) =>
      lines.reduce((sum, { account, debit, credit }) => sum + (accounts.includes(account) ? debit - credit : 0), 0)
    expect(all.reduce((sum, { debit, credit }) => sum + debit - credit, 0)).toBe(0)
    expect(entriesOf(day.day)).toHaveLength(day.entries)
    expect([
      ...[balanceOf('principal'), balanceOf('interest'), balanceOf('fee'), balanceOf('penalty')],
      ...[balanceOf('payoutBank'), balanceOf('collectionBank'), balanceOf('gst'), balanceOf('losses')],
      ...[balanceOf('concessions'), balanceOf('feeIncome'), balanceOf('extensionIncome'), balanceOf('customerCredit')],
      ...[balanceOf('suspense'), balanceOf('extensionClearing')],
    ]).toEqual(
      [
        day.closingPrincipal - day.openingPrincipal,
        day.closingInterest - day.openingInterest,
        day.closingFee - day.openingFee,
        day.closingPenalty - day.openingPenalty,
        ...[-day.paidOutMinor, day.receivedMinor, -day.gstMinor],
        day.lostPrincipal + day.lostInterest + day.lostFee + day.lostPenalty,
        day.reducedPrincipal + day.reducedInterest + day.reducedFee + day.reducedPenalty,
        ...[-day.serviceFeeMinor, -day.extensionMinor, -day.overpaidMinor],
        ...[0, 0],
      ].map((minor) => minor + 0),
    )
  }
})
