import { expect } from 'vitest'
import { demoPassword } from '#server/seed/foundation.ts'
import { codeAt, enrolled } from '#tests/support/codes.ts'
import { test } from '#tests/support/server.ts'

const faultsOf = async (calls: readonly Promise<unknown>[]) => {
  const settled = await Promise.allSettled(calls)
  return settled.map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason as { fault?: string }).fault))
}

test('of many guesses at once no more are judged than one after the other', async ({ as }) => {
  const guess = (password: string) => as(null).session.signIn({ username: 'cs', password })

  const guesses = Array.from({ length: 30 }, (_, i) => guess(i === 29 ? demoPassword : `Guess#${i}`))
  const ended = await faultsOf(guesses)

  expect(ended.filter((fault) => fault === 'wrong_credentials').length).toBeLessThanOrEqual(3)
  const expected = ['wrong_credentials', 'slider_needed', 'busy', 'done']
  expect(ended.filter((fault) => !expected.includes(String(fault)))).toEqual([])
})

test('one code sent by many at once lets one in', async ({ as, clock }) => {
  const { code } = await enrolled({ as, clock }, 'ops', demoPassword)
  const shown = code()
  const proofs = Array.from({ length: 4 }, () => as('ops').session.prove({ proof: shown }))

  const ended = await faultsOf(proofs)

  expect(ended.filter((one) => one === 'done')).toHaveLength(1)
})

test('two devices that are set up at once leave one secret in force', async ({ as, clock }) => {
  await as('ops').session.prove({ proof: demoPassword })
  const { secret } = await as('ops').account.beginTwoFactor()
  const code = codeAt(secret, clock.now())

  const ended = await faultsOf([
    as('ops').account.confirmTwoFactor({ code }),
    as('ops').account.confirmTwoFactor({ code }),
  ])

  expect(ended.toSorted()).toEqual(['done', 'two_factor_not_begun'])
  await expect(as('ops').account.twoFactor()).resolves.toMatchObject({ on: true, codesLeft: 10 })
})
