import { quote } from '#contract/loans/quote.ts'
import { products } from '#server/seed/products.ts'
import { type Measure, processed, repeats } from './harness.ts'

const calls = 1_000
const { quarter } = products

/** Quotes of the product with the most periods, each of another amount. Answers how long all of them took, in ms. */
const quoting = (): number =>
  processed(() => {
    for (let i = 0; i < calls; i++) quote(1_500_000 + i, quarter.terms)
  })

/** How long quotes take, to the last period. */
export const measure: Measure = async () => {
  quoting()
  return [
    {
      what: `${calls.toLocaleString('en')} quotes of three periods each, 1 ms for one`,
      unit: 'ms',
      samples: Array.from({ length: repeats }, quoting),
      budget: { most: calls },
    },
  ]
}
