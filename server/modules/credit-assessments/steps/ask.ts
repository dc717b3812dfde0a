import { randomUUID } from 'node:crypto'
import type { CreditCause } from '#contract/credit-assessments.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { postAll } from '#server/kernel/jobs/outbox.ts'

/** The topic that assessments are asked for under. */
export const creditTopic = 'credit.assess'

/** Has the credit of customers assessed, once this transaction is committed. Money waits for none of it. */
export async function askCredit(
  tx: Db,
  customers: readonly IdOf<'customer'>[],
  cause: CreditCause,
  now: Date,
): Promise<void> {
  const messages = customers.map((customerId) => {
    return { topic: creditTopic, key: `${customerId} ${randomUUID()}`, body: { customerId, cause } }
  })
  await postAll(tx, messages, now)
}
