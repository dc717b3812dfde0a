import type { CreditCause } from '#contract/credit-assessments.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { today } from '#server/kernel/base/clock.ts'
import { setSessionVariables } from '#server/kernel/base/transaction.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import type { Port } from '#server/kernel/jobs/outbox.ts'
import { assessCredit } from './assess.ts'

/** Whom rows name that were assessed by themselves. */
export const creditRules = 'credit'

/** Assesses the credit that was asked for. Being told so twice changes nothing. */
export const creditPort =
  (app: AppContext): Port =>
  ({ body }) =>
    app.database.db.transaction(async (tx) => {
      await setSessionVariables(tx, creditRules)
      const now = app.clock.now()
      const { customerId, cause } = body as { customerId: IdOf<'customer'>; cause: CreditCause } // as `askCredit` has posted it
      await assessCredit(customerId, cause, { tx, now, today: today(app.clock, now), app })
    })
