import { expect } from 'vitest'
import { wrongBooks } from '#tests/support/books.ts'
import { test, type World } from '#tests/support/server.ts'
import { owing, tell } from '../payments/support.ts'

const amountsOf = async ({ server }: Pick<World, 'server'>, id: string) =>
  (
    await server.app.database.query(
      `select closing_paid_minor::int as paid, closing_penalty_minor::int as penalty, version from loans where id = '${id}'`,
    )
  ).rows[0]!

test('what an order was paid and charged stands beside it once it is closed, and follows its instalments', async ({
  as,
  given,
  server,
  clock,
}) => {
  const here = { as, given, server, clock }
  const { loanId } = await owing(here)
  expect(await amountsOf(here, loanId)).toMatchObject({ paid: null, penalty: null })
  await tell(here, { loanId })

  const closed = await amountsOf(here, loanId)
  expect(closed).toMatchObject({ paid: 521_000, penalty: 17_500 })

  await here.server.app.database.query(
    `update plans set charged_penalty = charged_penalty + 700 where loan_id = '${loanId}'`,
  )
  // by that it is no other version
  expect(await amountsOf(here, loanId)).toEqual({ ...closed, penalty: 18_200 })
  await here.server.app.database.query(
    `update plans set charged_penalty = charged_penalty - 700 where loan_id = '${loanId}'`,
  )
  expect(await wrongBooks(here.server.app)).toEqual({})
})
