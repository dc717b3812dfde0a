import { expect } from 'vitest'
import { demoPassword } from '#server/seed/foundation.ts'
import { enrolled } from '#tests/support/codes.ts'
import { test } from '#tests/support/server.ts'

const minuteMs = 60_000
const needed = (by: 'code' | 'password') => ({ code: 400, fault: 'step_up_needed', values: { by } })

test('a call that asks for a step-up is refused until the password is given, where there is no two-factor', async ({
  as,
}) => {
  await expect(as('ops').account.beginTwoFactor()).rejects.toMatchObject(needed('password'))
  await expect(as('ops').session.prove({ proof: 'Wrong#123' })).rejects.toMatchObject({ fault: 'wrong_password' })
  await expect(as('ops').account.beginTwoFactor()).rejects.toMatchObject(needed('password'))

  await as('ops').session.prove({ proof: demoPassword })

  await expect(as('ops').account.beginTwoFactor()).resolves.toBeDefined()
})

test('who has two-factor proves it by a code; the password does not do', async ({ as, clock }) => {
  const { code } = await enrolled({ as, clock }, 'ops', demoPassword)
  clock.forward(6 * minuteMs)
  await expect(as('ops').account.renewCodes()).rejects.toMatchObject(needed('code'))
  await expect(as('ops').session.prove({ proof: demoPassword })).rejects.toMatchObject({ fault: 'wrong_code' })

  await as('ops').session.prove({ proof: code() })

  await expect(as('ops').account.renewCodes()).resolves.toBeDefined()
})

test('a proof counts for five minutes, and in its own session only', async ({ as, clock, raw }) => {
  const { token } = await as(null).session.signIn({ username: 'ops', password: demoPassword })
  await as('ops').session.prove({ proof: demoPassword })

  const elsewhere = raw('POST /account/two-factor', { headers: { authentication: token } })
  await expect(elsewhere).resolves.toMatchObject(needed('password'))
  clock.forward(5 * minuteMs)
  await expect(as('ops').account.beginTwoFactor()).resolves.toBeDefined()
  clock.forward(1)
  await expect(as('ops').account.beginTwoFactor()).rejects.toMatchObject(needed('password'))
})

test('a rehearsal is no way around the step-up', async ({ as }) => {
  const refused = as('ops', { rehearse: true }).account.beginTwoFactor()

  await expect(refused).rejects.toMatchObject({ code: 400, fault: 'not_rehearsable' })
})

test('five wrong proofs freeze proving, whichever call they were typed into', async ({ as, clock }) => {
  const ops = as('ops')
  const change = { username: 'ops', oldPwd: 'Wrong#123', newPwd: 'Better#22', confirmNewPwd: 'Better#22' }
  await expect(ops.session.changePassword(change)).rejects.toMatchObject({ fault: 'wrong_old_password' })
  await expect(ops.account.endTwoFactor({ password: 'Wrong#123' })).rejects.toMatchObject({ fault: 'wrong_password' })
  for (let attempt = 0; attempt < 2; attempt++) {
    await expect(ops.session.prove({ proof: 'Wrong#123' })).rejects.toMatchObject({ fault: 'wrong_password' })
  }

  await expect(ops.session.prove({ proof: 'Wrong#123' })).rejects.toMatchObject({ fault: 'frozen' })

  await expect(ops.session.prove({ proof: demoPassword })).rejects.toMatchObject({ fault: 'frozen' })
  clock.forward(15 * minuteMs + 1)
  await expect(ops.session.prove({ proof: demoPassword })).resolves.toBeDefined()
})

test.for(['Wrong#123', demoPassword])(
  'a rehearsed proof tells nothing, and is on the record: %s',
  async (proof, { as, server }) => {
    const rehearsed = as('ops', { rehearse: true }).session.prove({ proof })

    await expect(rehearsed).rejects.toMatchObject({ code: 400, fault: 'not_rehearsable' })
    const { rows } = await server.app.database.query(`select fault from audit where command = 'session.prove'`)
    expect(rows).toEqual([{ fault: 'not_rehearsable' }])
  },
)

test('money above a parameter takes a step-up; what it would have moved stays', async ({ as, given }) => {
  await given.parameter('stepUp.aboveMinor', 425_000)
  const { id, version } = await given.loan({ amountMinor: 510_000 })
  const usual = await given.loan({ amountMinor: 400_000 })

  await expect(as('ops').loans.redisburse({ id, version })).rejects.toMatchObject(needed('password'))
  await expect(as('ops').loans.redisburse({ id: usual.id, version: usual.version })).resolves.toBeDefined()
  expect((await as('executive').loans.detail({ id })).loan).toMatchObject({ state: 31, version })
  await as('ops').session.prove({ proof: demoPassword })

  await expect(as('ops').loans.redisburse({ id, version })).resolves.toMatchObject({ state: 29 })
})

test('a run is measured by all that it moves; its preview is free', async ({ as, given }) => {
  await given.parameter('stepUp.aboveMinor', 1_000_000)
  const orders = [await given.loan(), await given.loan(), await given.loan()]
  const preview = async (count: number) => {
    const selection = { listing: 'loans.failedPayouts', ids: orders.slice(0, count).map(({ id }) => id) }
    return (await as('ops').batches.preview({ command: 'loans.redisburse', args: {}, selection })).id
  }

  const [two, three] = [await preview(2), await preview(3)]
  await expect(as('ops').batches.run({ id: three })).rejects.toMatchObject(needed('password'))
  await as('ops').session.prove({ proof: demoPassword })
  await expect(as('ops').batches.run({ id: three })).resolves.toMatchObject({ success: 3 })
  await expect(as('ops').batches.run({ id: two })).resolves.toMatchObject({ success: 0, fail: 2 })
})
