import { expect } from 'vitest'
import { money } from '#contract/kernel/money.ts'
import { test, type World } from '#tests/support/server.ts'

type Here = Pick<World, 'as' | 'given' | 'server'>
const inr = (rupees: string) => money(rupees, 'INR')
const workspace = ({ as }: Pick<World, 'as'>, id: string) => as('collector').caseWorkspace.detail({ id: id as never })
const sqlOf = ({ server }: Pick<World, 'server'>) => server.app.database.query

/** A case of the collector's, five days overdue; ₹5,000 principal, ₹35 interest, ₹175 penalty unless said otherwise. */
const held = ({ given }: Pick<World, 'given'>, about = {}) =>
  given.case({ collector: 'collector', phone: '9000012345', ...about })

test('what is owed today and on every day to be promised is what lending will charge by then', async ({
  as,
  given,
}) => {
  const { id } = await held({ given })

  const { owed } = await workspace({ as }, id)

  // 5,000 + 35 + 175; 1 % of the principal each day from the fourth on
  expect(owed.today).toEqual(inr('5210'))
  expect(owed.parts).toEqual({ principal: inr('5000'), interest: inr('35'), fee: inr('0'), penalty: inr('175') })
  expect(owed.tomorrowMore).toEqual(inr('50'))
  expect(owed.days.map(({ day, owed: { minor } }) => [day, minor])).toEqual(
    [0, 1, 2, 3, 4, 5, 6, 7].map((n) => [`2026-03-${10 + n}`, 521_000 + n * 5_000]),
  )
})

test('what has not been charged yet is in it, and reading charges nothing', async ({ as, given, server }) => {
  const { id, loanId } = await held({ given }, { charged: { penalty: 0 } })

  const { owed } = await workspace({ as }, id)

  // 25 + 25 + 25 + 50 + 50: the table of the penalty rules
  expect(owed.parts.penalty).toEqual(inr('175'))
  const { rows } = await sqlOf({ server })(`select charged_penalty from plans where loan_id = '${loanId}'`)
  expect(Number(rows[0]!.charged_penalty)).toBe(0)
})

test('an offer is the most that whoever decides first may take off, and the price of an extension', async ({
  as,
  given,
}) => {
  const { id } = await held({ given })

  const { reduction, extension } = await workspace({ as }, id)

  // 30 % of 175 + 35
  expect(reduction).toEqual({
    offer: { most: inr('63'), left: inr('5147'), approver: 'Collection team leader' },
    reason: null,
  })
  // 175 + 35, and 12 % and 1 % of 5,000
  expect(extension.offer).toMatchObject({ total: inr('860'), newDue: '2026-03-17' })
})

test('an extension is offered for what it is quoted for, and a reduction for what may be passed', async ({
  as,
  given,
}) => {
  const { id, loanId, planId } = await held({ given })
  const { extension, reduction } = await workspace({ as }, id)
  const plan = (await as('ops').plans.list({ q: `id:${planId}` })).rows[0]!

  await as('collector').reductions.request({
    ...{ id: plan.id, version: plan.version, amount: reduction.offer!.most, reason: 'x' },
  })
  const [asked] = (await as('leader').reductions.list({ q: `loanId:${loanId}` })).rows
  expect((await workspace({ as }, id)).reduction).toEqual({ offer: null, reason: 'A request is open already' })
  await as('leader').reductions.pass({ id: asked!.id, version: asked!.version })
  expect((await workspace({ as }, id)).owed.today).toEqual(reduction.offer!.left)
  const loan = (await as('ops').loans.orders({ q: `id:${loanId}` })).rows[0]!
  await as('ops').extensions.quote({ id: loan.id, version: loan.version })
  const [quoted] = (await as('ops').extensions.list({ q: `loanId:${loanId}` })).rows
  expect((await workspace({ as }, id)).extension.offer!.total).toEqual(quoted!.total)
  expect(quoted!.total.minor).toBe(extension.offer!.total.minor - reduction.offer!.most.minor)
})

test('it says who, by which numbers they may be reached and when they last answered', async ({ as, given }) => {
  const { id, version } = await held({ given })
  await as('collector').followUps.add({
    ...{ id, version, number: 'own', way: 'phone', result: 1, willingness: 3, remark: 'Will not pay' },
    nextAt: '2026-03-12T04:30:00Z' as never,
  })

  const found = await workspace({ as }, id)

  expect(found.customer).toMatchObject({ age: 35, loansDone: 0 })
  expect(found.numbers).toMatchObject([{ number: 'own', phone: '90****2345', mark: null }])
  expect(found.lastAnswer).toMatchObject({ way: 'phone' })
  expect(found.contact).toMatchObject({ contacts: 1, window: { to: '2026-03-10T13:30:00.000Z' } })
  expect(found.contact.ways).toMatchObject([{ way: 'call', rule: null }, { way: 'whatsApp' }, {}, {}])
})

test('out of hours it says from when on somebody may be called', async ({ as, given, clock }) => {
  const { id } = await held({ given })
  clock.set('2026-03-10T13:31:00.000Z')

  const [call] = (await workspace({ as }, id)).contact.ways

  expect(call).toMatchObject({ rule: 'window', opensAt: '2026-03-11T02:30:00.000Z' })
})

test('the timeline tells of every source, the latest first', async ({ as, given, server, clock }) => {
  const { id, version, loanId, planId } = await held({ given })
  await as('collector').cases.call({ id, version })
  clock.forward(60_000)
  await as('collector').followUps.add({
    ...{ id, version: 2 as never, number: 'own', way: 'phone', result: 1, willingness: 1, remark: 'Pays on Friday' },
    ...{
      nextAt: '2026-03-13T04:30:00Z' as never,
      promises: [{ amount: inr('100'), promisedFor: '2026-03-13' as never }],
    },
  })
  clock.forward(60_000)
  const { rows: plans } = await as('ops').plans.list({ q: `id:${planId}` })
  await as('cs').reductions.request({ id: planId, version: plans[0]!.version, amount: inr('10'), reason: 'illness' })
  const [{ customer_id: customerId }] = (
    await sqlOf({ server })(`select customer_id from loans where id = '${loanId}'`)
  ).rows as [{ customer_id: string }]
  const other = await given.plan({ customerId: customerId as never })
  await sqlOf({ server })(
    `insert into messages (id, loan_id, customer_id, template, state, channel, language, text, made_by, created_at, send_at, sent_at)
     values ('ME1', $1, $2, 'overdue', 'sent', 'sms', 'en', 'x', 'job', $3, $3, $3)`,
    [loanId, customerId, '2026-03-09T05:00:00Z'],
  )
  await sqlOf({ server })(
    `insert into payments (id, loan_id, amount_minor, currency, kind, channel, state, created_at, completed_at)
     values ('RP1', $1, 4200, 'INR', 'partial', 'link', 'success', $2, $2)`,
    [loanId, '2026-03-08T05:00:00Z'],
  )

  const { timeline } = await workspace({ as }, id)

  expect(timeline.map(({ kind }) => kind).toSorted()).toEqual(
    ['call', 'followUp', 'message', 'payment', 'promise', 'reduction'].toSorted(),
  )
  expect(timeline.map(({ at }) => at)).toEqual(
    timeline
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  expect(timeline[0]).toMatchObject({ kind: 'reduction', amount: inr('10'), about: 'illness' })
  expect(timeline.find(({ kind }) => kind === 'promise')).toMatchObject({ state: 'open', day: '2026-03-13' })
  expect(timeline.at(-1)).toMatchObject({ kind: 'payment', amount: inr('42'), about: 'partial' })
  // an order of theirs that the collector does not hold is nobody's business; their leader's neither, who has no such right
  expect(other.loanId).not.toBe(loanId)
  const seen = (await as('manager').caseWorkspace.detail({ id })).timeline
  expect(seen.find(({ kind }) => kind === 'order')).toMatchObject({ id: other.loanId })
})

test('a case of somebody else is not told of, and nothing but one’s own comes next', async ({ as, given }) => {
  const { id } = await given.case({ collector: 'agency' })

  await expect(workspace({ as }, id)).rejects.toMatchObject({ fault: 'not_found' })
  await expect(as('cs').caseWorkspace.detail({ id })).rejects.toMatchObject({ code: 403 })
  expect(await as('collector').caseWorkspace.next({})).toEqual({ next: null, waiting: 0 })
})

/** Cases of the collector's, each as `sql` leaves it. */
async function cases(here: Here, changes: Readonly<Record<string, string>>) {
  const made: Record<string, string> = {}
  for (const [name, set] of Object.entries(changes)) {
    const { id } = await held(here)
    if (set) await sqlOf(here)(`update cases set ${set} where id = '${id}'`)
    made[name] = id
  }
  return made
}
const long = `last_contact_at = '2026-03-01T05:00:00Z'`

test('a promise broken today comes first, then what is due, then whom nobody has contacted, then the amount', async ({
  as,
  given,
  server,
}) => {
  const here = { as, given, server }
  const made = await cases(here, {
    small: long,
    never: '',
    due: `${long}, follow_up_at = '2026-03-10T05:00:00Z'`,
    dueBefore: `${long}, follow_up_at = '2026-03-09T05:00:00Z'`,
    broken: `${long}, broken_on = '2026-03-10', follow_up_at = '2026-03-12T05:00:00Z'`,
    spokenOf: `last_contact_at = '2026-03-10T05:30:00Z', broken_on = '2026-03-10', follow_up_at = '2026-03-12T05:00:00Z'`,
    ahead: `${long}, follow_up_at = '2026-03-10T06:00:01Z'`,
    held: `hold = 'dispute'`,
    waits: `hold = 'promise', ${long}`,
  })
  const { id: large } = await held(here, { charged: { principal: 900_000 } })
  await sqlOf(here)(`update cases set ${long} where id = '${large}'`)
  const names = Object.fromEntries(Object.entries({ ...made, large }).map(([name, id]) => [id, name]))
  const seen: string[] = []
  const passed: string[] = []
  for (let nth = 0; nth < 7; nth++) {
    const { next, waiting } = await as('collector').caseWorkspace.next({ passed: passed as never })
    seen.push(`${names[next!.id]} ${next!.nextReason}`)
    passed.push(next!.id)
    expect(waiting).toBe(7)
  }

  expect(seen.slice(0, 4)).toEqual(['broken broken', 'dueBefore due', 'due due', 'never never'])
  expect(seen[4]).toBe('large amount')
  expect(seen.slice(5).toSorted()).toEqual(['small amount', 'waits amount'])
  const { next } = await as('collector').caseWorkspace.next({ after: made.broken as never })
  expect(names[next!.id]).toBe('dueBefore')
})

test('whoever is at the last one is told so', async ({ as, given }) => {
  const { id } = await held({ given })

  expect(await as('collector').caseWorkspace.next({ after: id })).toEqual({ next: null, waiting: 1 })
  expect((await as('collector').caseWorkspace.next({})).next).toMatchObject({ id, nextReason: 'never' })
})

test('the next case follows the filter and the order of a view, and goes by the order of work where that names none', async ({
  as,
  given,
  server,
}) => {
  const here = { as, given, server }
  const made = await cases(here, {
    never: '',
    due: `${long}, follow_up_at = '2026-03-10T05:00:00Z'`,
    ahead: `${long}, follow_up_at = '2026-03-11T06:00:00Z'`,
  })
  const { id: large } = await held(here, { charged: { principal: 900_000 } })
  const { id: theirs } = await given.case({ collector: 'agency', charged: { principal: 990_000 } })
  const names = Object.fromEntries(Object.entries({ ...made, large, theirs }).map(([name, id]) => [id, name]))
  const next = async (q: string) => {
    const found = await as('collector').caseWorkspace.next({ q })
    return [found.next && names[found.next.id], found.waiting]
  }

  expect(await next('')).toEqual(['due', 3])
  expect(await next('sort:repayable-')).toEqual(['large', 3])
  expect(await next('sort:repayable')).toEqual([expect.stringMatching('due|never'), 3])
  expect(await next('repayable>1k nextReason:never')).toEqual(['large', 2])
  // whatever a view asks for: what is to be worked later does not come, nor what is somebody else's
  expect(await next(`id:${made.ahead},${theirs}`)).toEqual([null, 0])
  await expect(next('sort:nothing')).rejects.toMatchObject({ fault: 'bad_query' })
  const { rows } = await as('collector').cases.open({ q: 'sort:nextReason,followUpAt,repayable-' })
  expect(rows.map(({ id, nextReason }) => [names[id], nextReason])).toEqual([
    ['due', 'due'],
    ['large', 'never'],
    ['never', 'never'],
    ['ahead', null],
  ])
  expect((await as('collector').cases.open({ q: 'no:nextReason' })).rows.map(({ id }) => names[id])).toEqual(['ahead'])
})
