import { expect } from 'vitest'
import { inspectionLockMs } from '#contract/inspection-rules.ts'
import { loanFlow } from '#contract/loans/flow.ts'
import { pictureBy } from '#tests/server/pictures/support.ts'
import { restaffing } from '#tests/support/restaffing.ts'
import { test } from '#tests/support/server.ts'
import { alsoInspecting, countOf, decided, drawn, failed, its, setLoanState, yesterday } from './support.ts'

test('a decision is found right with a code and a remark; its reviewer has none of it before it is shown', async ({
  as,
  given,
  server,
  raw,
}) => {
  const waiting = await drawn({ as, given, server })

  const found = await as('inspector').qualityInspections.pass({ ...its(waiting), code: 'E001', remark: 'Well read' })

  expect(found).toMatchObject({
    ...{
      state: 'inspected',
      outcome: 'pass',
      code: 'E001',
      remark: 'Well read',
      inspector: { name: 'Quality inspector' },
    },
    ...{ inspectedAt: '2026-03-10T06:00:00Z', shownAt: null, lockedUntil: null },
  })
  const [seen] = (await as('reviewer').qualityInspections.list({ q: '' })).rows
  expect(seen).toMatchObject({ id: waiting.id, state: 'inspected', outcome: null, code: null, remark: null })
  for (const q of ['outcome:pass', 'code:E001', 'remark:read'])
    expect(await countOf({ raw }, 'reviewer', '/quality-inspections', q)).toBe(0)
  const facet = await raw('GET /quality-inspections/facet?q=&field=outcome', { who: 'reviewer' })
  expect(JSON.stringify(facet)).not.toContain('pass')
})

test('every inspection has a code of the dictionary, whatever its result; without one its field is refused', async ({
  as,
  given,
  server,
}) => {
  const waiting = await drawn({ as, given, server })
  const { pass, fail } = as('inspector').qualityInspections

  for (const call of [pass, fail])
    for (const code of [undefined, '', 'Z999', 'A01'])
      await expect(call({ ...its(waiting), ...(code !== undefined && { code: code as never }) })).rejects.toMatchObject(
        {
          fields: [{ field: 'code' }],
        },
      )
  expect((await as('inspector').qualityInspections.list({ q: '' })).rows).toMatchObject([{ state: 'notInspected' }])
})

test('nobody inspects their own decision, nor gets it from the queue', async ({ as, given, server }) => {
  const waiting = await drawn({ as, given, server })

  await alsoInspecting({ given, server }, 'reviewer', async () => {
    const own = as('reviewer').qualityInspections
    expect((await own.claimNext()).inspection).toBeNull()
    for (const call of [own.pass, own.fail])
      await expect(call({ ...its(waiting), code: 'E001' })).rejects.toMatchObject({ fault: 'own_work' })
  })
})

test('the queue gives what money still waits for first, then the oldest; what one has claimed stays theirs', async ({
  as,
  given,
  server,
}) => {
  const paid = await decided({ given, server }, { loanState: 40 })
  const old = await decided({ given, server }, { code: 'Z01', at: new Date('2026-03-09T02:00:00Z') })
  const unpaid = await decided({ given, server }, {})
  const { claimNext, pass } = as('inspector').qualityInspections
  await drawn({ as, given, server }, { loanState: 22 })

  const first = (await claimNext()).inspection!
  const again = (await claimNext()).inspection!
  expect([first.loanId, again.id, again.lockedUntil]).toEqual([unpaid.loanId, first.id, '2026-03-10T06:30:00Z'])
  await pass({ ...its(again), code: 'E001' })
  const others = [(await claimNext()).inspection!.loanId]
  await pass({ ...its((await claimNext()).inspection!), code: 'E001' })
  others.push((await claimNext()).inspection!.loanId)
  await pass({ ...its((await claimNext()).inspection!), code: 'E001' })

  expect(new Set(others)).toEqual(new Set([paid.loanId, old.loanId]))
  expect((await claimNext()).inspection).toBeNull()
})

test('what one inspector has claimed another neither gets nor decides, until its lock has run out', async ({
  as,
  given,
  server,
  clock,
}) => {
  await drawn({ as, given, server })
  const claimed = (await as('inspector').qualityInspections.claimNext()).inspection!

  await alsoInspecting({ given, server }, 'ops', async () => {
    const other = as('ops').qualityInspections
    expect((await other.claimNext()).inspection).toBeNull()
    await expect(other.fail({ ...its(claimed), code: 'A001' })).rejects.toMatchObject({ fault: 'claimed_elsewhere' })
    await expect(other.release(its(claimed))).rejects.toMatchObject({ fault: 'claimed_elsewhere' })
    clock.forward(inspectionLockMs)
    expect((await other.claimNext()).inspection).toMatchObject({ id: claimed.id, inspector: { id: 'S-ops' } })
  })
})

test('what is given back waits for anybody again, and what nobody has seen yet is taken back by its inspector', async ({
  as,
  given,
  server,
}) => {
  await drawn({ as, given, server })
  const inspector = as('inspector').qualityInspections
  const claimed = (await inspector.claimNext()).inspection!

  const released = await inspector.release(its(claimed))
  expect(released).toMatchObject({ state: 'notInspected', inspector: null, lockedUntil: null })
  const found = await inspector.fail({ ...its(released), code: 'B002' })
  const reopened = await inspector.reopen(its(found))
  expect(reopened).toMatchObject({ state: 'notInspected', outcome: null, code: null, inspectedAt: null })

  const again = await inspector.pass({ ...its(reopened), code: 'E001' })
  const shown = await as('reviewer').qualityInspections.show(its(again))
  await expect(inspector.reopen(its(shown))).rejects.toMatchObject({ fault: 'not_allowed_now' })
})

test('what an inspector has taken back and left is somebody else’s once its lock has run out', async ({
  as,
  given,
  server,
  clock,
}) => {
  await drawn({ as, given, server })
  const inspector = as('inspector').qualityInspections
  const found = await inspector.fail({ ...its((await inspector.claimNext()).inspection!), code: 'B002' })

  const reopened = await inspector.reopen(its(found))

  await alsoInspecting({ given, server }, 'ops', async () => {
    const other = as('ops').qualityInspections
    expect((await other.claimNext()).inspection).toBeNull()
    await expect(other.pass({ ...its(reopened), code: 'E001' })).rejects.toMatchObject({ fault: 'claimed_elsewhere' })
    clock.forward(inspectionLockMs)
    expect((await other.claimNext()).inspection).toMatchObject({ id: found.id, inspector: { id: 'S-ops' } })
  })
})

test('an order is inspected in every code but those in which it is still to be decided', async ({
  as,
  given,
  server,
}) => {
  const waiting = await drawn({ as, given, server })
  const inspected = async (state: (typeof loanFlow.states)[number]) => {
    await setLoanState({ given, server }, waiting.loanId, state)
    const rehearsed = as('inspector', { rehearse: true }).qualityInspections.pass({ ...its(waiting), code: 'E001' })
    return rehearsed.then(
      () => true,
      ({ fault }: { fault: string }) => fault !== 'not_allowed_now',
    )
  }

  const able: number[] = []
  for (const state of loanFlow.states) if (await inspected(state)) able.push(state)

  expect(able).toEqual([20, 21, 26, 27, 29, 30, 31, 40, 41, 43, 50, 70, 80, 90, 100, 110])
})

test('before and after of an inspection stand on the audit log', async ({ as, given, server }) => {
  const waiting = await drawn({ as, given, server })
  await as('inspector').qualityInspections.fail({ ...its(waiting), code: 'C101', remark: 'Other face' })

  const { rows } = await server.app.database.query(
    `select before, after, actor_name as actor from audit where command = 'qualityInspections.fail'`,
  )
  expect(rows).toMatchObject([
    {
      actor: 'Quality inspector',
      before: { state: 'notInspected', outcome: null, code: null },
      after: { state: 'inspected', outcome: 'fail', code: 'C101', remark: 'Other face' },
    },
  ])
})

test.for(['reviewer', 'manager', 'ops', 'executive', 'admin', 'cs', 'agency'] as const)(
  '%s does not inspect',
  async (who, { as, given, server }) => {
    const waiting = await drawn({ as, given, server })

    for (const call of ['pass', 'fail', 'release', 'reopen'] as const)
      await expect(as(who).qualityInspections[call]({ ...its(waiting), code: 'E001' } as never)).rejects.toMatchObject({
        code: 403,
      })
    await expect(as(who).qualityInspections.claimNext()).rejects.toMatchObject({ code: 403 })
  },
)

test('inspectors see the reviews that were drawn and no others; reviewers their results; agencies nothing', async ({
  as,
  given,
  server,
  raw,
}) => {
  await given.parameter('quality.newReviewerDecisions', 0)
  await given.parameter('quality.passedPpm', 0)
  const other = await decided({ given, server }, { reviewer: 'reviewer' })
  const mine = await failed({ as, given, server }, { code: 'Z01', at: new Date(yesterday.getTime() + 60_000) })
  const waiting = await drawn({ as, given, server }, { code: 'Z01', reviewer: 'marketer' }).catch(() => undefined)

  expect(waiting).toBeUndefined() // its day was drawn
  const reviews = async (who: 'inspector' | 'manager') =>
    (await as(who).reviews.list({ q: '' })).rows.map(({ loanId }) => loanId)
  expect(await reviews('inspector')).toEqual([mine.loanId])
  expect(await reviews('manager')).toContain(other.loanId)
  const hidden = as('inspector').reviews.detail({ id: other.reviewId })
  await expect(hidden).rejects.toMatchObject({ fault: 'not_found' })
  expect(await countOf({ raw }, 'inspector', '/reviews')).toBe(1)
  expect((await as('inspector').qualityInspections.list({ q: '' })).rows).toHaveLength(1)
  expect((await as('reviewer').qualityInspections.list({ q: '' })).rows).toMatchObject([
    { id: mine.id, outcome: 'fail' },
  ])
  await expect(as('agency').qualityInspections.list({ q: '' })).rejects.toMatchObject({ code: 403 })
  await expect(as('collector').qualityInspections.list({ q: '' })).rejects.toMatchObject({ code: 403 })
})

test('reviewers see of the sample only what was inspected of theirs, through list, count, facet and find', async ({
  as,
  given,
  server,
  raw,
}) => {
  const own = await drawn({ as, given, server })
  const reviewer = as('reviewer')

  expect((await reviewer.qualityInspections.list({ q: '' })).rows).toEqual([])
  expect(await countOf({ raw }, 'reviewer', '/quality-inspections')).toBe(0)
  expect((await reviewer.finding.records({ text: own.id })).found).toEqual([])
  await expect(reviewer.qualityInspections.show(its(own))).rejects.toMatchObject({ fault: 'not_found' })
  expect((await as('inspector').finding.records({ text: own.id })).found).toMatchObject([{ id: own.id }])
  await as('inspector').qualityInspections.pass({ ...its(own), code: 'E001' })
  expect((await reviewer.qualityInspections.list({ q: '' })).rows).toHaveLength(1)
  await alsoInspecting({ given, server }, 'marketer', async () => {
    expect((await as('marketer').qualityInspections.list({ q: '' })).rows).toHaveLength(1)
  })
})

test('an inspector has the pictures of a drawn decision revealed, on the record, and nothing else of anybody', async ({
  as,
  given,
  raw,
  server,
}) => {
  const world = { as, given, raw, server }
  const { loanId } = await drawn(world)
  const { customerId } = (await as('ops').loans.detail({ id: loanId })).loan
  const other = await given.customer({ phone: '9811100099' })
  const reason = 'Inspects a decision'

  const [id, another] = [await pictureBy(world, { customerId }), await pictureBy(world, { customerId: other })]

  const { until } = await as('inspector').pictures.reveal({ ids: [id], reason })
  expect(until).toBe('2026-03-10T06:01:00.000Z')
  expect((await as('inspector').account.reveals()).reveals).toMatchObject([{ command: 'pictures.reveal' }])
  await expect(as('inspector').pictures.reveal({ ids: [another], reason })).rejects.toMatchObject({
    fault: 'not_found',
  })
  const phone = { id: customerId, field: 'phone', reason } as const
  await expect(as('inspector').customers.reveal(phone)).rejects.toMatchObject({ code: 403 })
})

restaffing('whoever inspects a part of the business claims nothing beyond it', async ({ as, given, server }) => {
  const waiting = await drawn({ as, given, server })
  await server.app.database.query(`update staff set unit_id = 'AG2' where id = 'S-inspector';
    update role_grants set scope = 'department' where role_id = 'QC' and page = 'qualityQueue';
    update roles set name = name where id = 'QC'`)

  expect(await as('inspector').qualityInspections.claimNext({})).toEqual({ inspection: null })

  const [row] = (await as('admin').qualityInspections.list({ q: `id:${waiting.id}` })).rows
  expect(row).toMatchObject({ inspector: null, lockedUntil: null })
})
