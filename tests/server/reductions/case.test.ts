import { expect } from 'vitest'
import { money } from '#contract/kernel/money.ts'
import { test } from '#tests/support/server.ts'

const asked = { amount: money('100', 'INR'), reason: 'Lost his job' }

test('a collector asks for less from the case in front of them, on the instalment that is due first', async ({
  as,
  given,
}) => {
  const { id, version, loanId } = await given.case({ collector: 'collector' })

  await as('collector').reductions.requestCase({ id, version, ...asked })

  const { rows } = await as('executive').reductions.list({ q: `loanId:${loanId}` })
  expect(rows).toMatchObject([{ state: 'pending', source: 'collector', ...asked, maker: { id: 'S-collector' } }])
})

test('nothing is asked for from a case of nobody’s, nor from one whose order owes no more, nor by whoever may not ask', async ({
  as,
  given,
  server,
}) => {
  const waits = await given.case()
  const paid = await given.case({ collector: 'collector' })
  await server.app.database.query(`update loans set state = 80 where id = $1`, [paid.loanId])
  const request = (who: 'collector' | 'leader' | 'manager', { id, version }: typeof paid) =>
    as(who).reductions.requestCase({ id, version, ...asked })

  await expect(request('collector', waits)).rejects.toMatchObject({ fault: 'not_found' })
  await expect(request('leader', waits)).rejects.toMatchObject({ code: 400 })
  await expect(request('collector', paid)).rejects.toMatchObject({ fault: 'not_allowed_now' })
  await expect(request('manager', paid)).rejects.toMatchObject({ code: 403 })
  expect((await as('executive').reductions.list({ q: '' })).rows).toEqual([])
})
