import { type Loan, loanSubject } from '#contract/loans/row.ts'
import { type Call, found } from '#server/kernel/implement.ts'
import { findOne } from '#server/kernel/source.ts'
import { mustHaveNumber } from '#server/modules/cases/reach.ts'
import { loanSource } from './source.ts'

const place = found(loanSubject, loanSource)

/** Has the customer of an order called. The number is answered once that stands in the record. */
export async function callCustomer({ tx, row, actor, ground, afterwards }: Call<never, Loan>): Promise<void> {
  const number = await mustHaveNumber(tx, row.id, ground.clock.country)
  afterwards(async () => ({
    ...(await findOne(ground.database.db, place, row.id, { actor, scopes: ['all'], ground })),
    number,
  }))
}
