import { type Column, sql } from 'drizzle-orm'
import { type LoanState, loanFlow } from '#contract/loans/flow.ts'
import { loanRows } from './store.ts'

/** What was lent: an order that extends another one is about the same money. */
export const lent = sql`(case when ${loanRows.kind} = 'extension' then 0 else ${loanRows.amountMinor} end)`

/** Whether it was submitted again once it had been decided. */
export const resubmitted = sql`(${loanRows.resubmits} > 0)`

/** From the application to the decision that stands, in seconds. What was submitted again has only its first application. */
export const decisionSeconds = sql`(case when ${loanRows.resubmits} = 0
  then date_part('epoch', ${loanRows.decidedAt} - ${loanRows.appliedAt})::int end)`

/** What follows from the code of an order alone: for each word the codes that it is said of. */
export const byState = (state: Column, words: Iterable<string>, wordOf: (state: LoanState) => string | null) => ({
  caseWhen: [...words].map((word) => {
    const states = loanFlow.states.filter((one) => wordOf(one) === word).map((one) => sql`${one}`)
    return [word, sql`${state} in (${sql.join(states, sql`, `)})`] as const
  }),
})
