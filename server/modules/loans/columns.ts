import { type Column, sql } from 'drizzle-orm'
import { type LoanState, loanFlow } from '#contract/loans/flow.ts'
import { loanRows } from './store.ts'

/** What was lent: an order that extends another one is about the same money. */
export const lent = sql`(case when ${loanRows.kind} = 'extension' then 0 else ${loanRows.amountMinor} end)`

/** What follows from the code of an order alone: for each word the codes that it is said of. */
export const byState = (state: Column, words: Iterable<string>, wordOf: (state: LoanState) => string | null) => ({
  caseWhen: [...words].map((word) => {
    const states = loanFlow.states.filter((one) => wordOf(one) === word).map((one) => sql`${one}`)
    return [word, sql`${state} in (${sql.join(states, sql`, `)})`] as const
  }),
})
