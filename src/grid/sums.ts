import { add } from '#contract/kernel/money.ts'
import type { Money } from '#contract/kernel/values.ts'
import type { Row } from './pages.ts'

/** What `rows` come to in `field`, per currency. */
export function sumsOf(rows: readonly Row[], field: string): Money[] {
  const sums = new Map<string, Money>()
  for (const row of rows) {
    const amount = row[field] as Money | null // a field that the listing adds up holds amounts
    if (!amount) continue
    const sum = sums.get(amount.currency)
    sums.set(amount.currency, sum ? add(sum, amount) : amount)
  }
  return [...sums.values()]
}
