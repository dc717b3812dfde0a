import { expect } from 'vitest'
import { test } from '#tests/support/server.ts'
import { alsoInspecting, drawn, failed, its, setLoanState } from './support.ts'

test('a result is shown when its reviewer opens it, and to nobody else in their name', async ({
  as,
  given,
  server,
}) => {
  const waiting = await drawn({ as, given, server })
  const found = await as('inspector').qualityInspections.fail({ ...its(waiting), code: 'A003', remark: 'Blurred' })
  for (const who of ['inspector', 'manager'] as const)
    await expect(as(who).qualityInspections.show(its(found))).rejects.toMatchObject({ code: 403 })

  const shown = await as('reviewer').qualityInspections.show(its(found))

  expect(shown).toMatchObject({
    ...{ state: 'fail', outcome: 'fail', code: 'A003', remark: 'Blurred', shownAt: '2026-03-10T06:00:00Z' },
  })
})

test('a fail is appealed against once, with a reason; a pass, and what was not shown, never', async ({
  as,
  given,
  server,
}) => {
  const fail = await failed({ as, given, server })
  const { appeal } = as('reviewer').qualityInspections
  await expect(appeal({ ...its(fail), reason: ' ' })).rejects.toMatchObject({ fields: [{ field: 'reason' }] })

  const appealed = await appeal({ ...its(fail), reason: 'The photo was taken again' })

  expect(appealed).toMatchObject({
    ...{ state: 'fail', appealState: 'pending', appealReason: 'The photo was taken again' },
    appealedAt: '2026-03-10T06:00:00Z',
  })
  await expect(appeal({ ...its(appealed), reason: 'Again' })).rejects.toMatchObject({ fault: 'appealed_already' })
  for (const who of ['manager', 'inspector'] as const)
    await expect(as(who).qualityInspections.appeal({ ...its(fail), reason: 'x' })).rejects.toMatchObject({ code: 403 })
})

test('an appeal that is upheld leaves the result; no second one follows', async ({ as, given, server }) => {
  const fail = await failed({ as, given, server })
  const { uphold } = as('manager').qualityInspections
  await expect(uphold({ ...its(fail), remark: 'x' })).rejects.toMatchObject({ fault: 'no_appeal' })
  const appealed = await as('reviewer').qualityInspections.appeal({ ...its(fail), reason: 'It was right' })
  await expect(uphold({ ...its(appealed), remark: '' })).rejects.toMatchObject({ fields: [{ field: 'remark' }] })

  const upheld = await uphold({ ...its(appealed), remark: 'The code stands' })

  expect(upheld).toMatchObject({
    ...{ state: 'fail', outcome: 'fail', appealState: 'upheld', appealRemark: 'The code stands' },
    ...{ appealDecidedBy: 'Manager', appealDecidedAt: '2026-03-10T06:00:00Z' },
  })
  await expect(uphold({ ...its(upheld), remark: 'x' })).rejects.toMatchObject({ fault: 'no_appeal' })
  const again = as('reviewer').qualityInspections.appeal({ ...its(upheld), reason: 'Still' })
  await expect(again).rejects.toMatchObject({ fault: 'appealed_already' })
})

test('an appeal that is overturned turns the result', async ({ as, given, server }) => {
  const fail = await failed({ as, given, server })
  const appealed = await as('reviewer').qualityInspections.appeal({ ...its(fail), reason: 'It was right' })

  const overturned = await as('manager').qualityInspections.overturn({ ...its(appealed), remark: 'Agreed' })

  expect(overturned).toMatchObject({ state: 'pass', outcome: 'pass', code: 'E001', appealState: 'overturned' })
})

test('whoever inspected a decision does not judge the appeal against it', async ({ as, given, server }) => {
  const waiting = await drawn({ as, given, server })
  await alsoInspecting({ given, server }, 'manager', async () => {
    const found = await as('manager').qualityInspections.fail({ ...its(waiting), code: 'A003' })
    const shown = await as('reviewer').qualityInspections.show(its(found))
    const appealed = await as('reviewer').qualityInspections.appeal({ ...its(shown), reason: 'x' })
    for (const call of [as('manager').qualityInspections.uphold, as('manager').qualityInspections.overturn])
      await expect(call({ ...its(appealed), remark: 'x' })).rejects.toMatchObject({ fault: 'own_work' })
  })
})

test.for(['reviewer', 'inspector', 'ops', 'executive'] as const)(
  '%s decides no appeal and sends nothing back',
  async (who, { as, given, server }) => {
    const fail = await failed({ as, given, server })
    const calls = as(who).qualityInspections
    for (const call of [calls.uphold, calls.overturn])
      await expect(call({ ...its(fail), remark: 'x' })).rejects.toMatchObject({ code: 403 })
    await expect(calls.sendBack({ ...its(fail), reason: 'x' })).rejects.toMatchObject({ code: 403 })
  },
)

test.for([20, 26] as const)(
  'a failed inspection of an order in %i sends it back to be reviewed before all others, once',
  async (state, { as, given, server }) => {
    const waiting = await drawn({ as, given, server })
    await setLoanState({ given, server }, waiting.loanId, state)
    const { sendBack } = as('manager').qualityInspections
    await expect(sendBack({ ...its(waiting), reason: 'x' })).rejects.toMatchObject({ fault: 'inspection_not_failed' })
    const found = await as('inspector').qualityInspections.fail({ ...its(waiting), code: 'A003' })

    const sent = await sendBack({ ...its(found), reason: 'Inspection found another face' })

    expect(sent).toMatchObject({ loanState: 22, sentBackAt: '2026-03-10T06:00:00Z' })
    const { review } = await as('reviewer').reviews.claimNext()
    expect(review).toMatchObject({ loanId: waiting.loanId, priority: 'returned' })
    const { timeline } = await as('ops').loans.detail({ id: waiting.loanId })
    expect(timeline.at(-1)).toMatchObject({ from: state, to: 22, event: 'reinspect' })
    await expect(sendBack({ ...its(sent), reason: 'x' })).rejects.toMatchObject({ fault: 'sent_back_already' })
  },
)

test.for([27, 29, 30, 31, 40, 70] as const)(
  'an order in %i is not sent back, whatever was found of its review',
  async (state, { as, given, server }) => {
    const fail = await failed({ as, given, server })
    await setLoanState({ given, server }, fail.loanId, state)

    const back = as('manager').qualityInspections.sendBack({ ...its(fail), reason: 'x' })

    await expect(back).rejects.toMatchObject({ fault: 'not_allowed_now' })
  },
)
