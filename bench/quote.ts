import { quote } from '#contract/loans/quote.ts'
import { products } from '#server/seed/products.ts'
import { cpuTime, type Measure, repeats } from './harness.ts'

const calls = 1_000
const { quarter } = products

/** Quotes of the product with the most periods, each of another amount. Answers how long all of them took, in ms. */
const timeQuotes = (): number =>
  cpuTime(() => {
    for (let i = 0; i < calls; i++) quote(1_500_000 + i, quarter.terms)
  })

/** CPU time of quotes (repayment schedules). */
export const measure: Measure = async () => {
  timeQuotes()
  return [
    {
      what: `${calls.toLocaleString('en')} quotes of three periods each, 1 ms for one`,
      unit: 'ms',
      samples: Array.from({ length: repeats }, timeQuotes),
      budget: { most: calls },
    },
  ]
}
