import { parseArgs } from 'node:util'
import { sizeOf } from '#server/seed/demo.ts'
import { type BookSize, ordersMax } from '#server/seed/history/write-history.ts'

const whole = (text: string): number => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : Number.NaN)

/** Size of a demo book in the arguments of a command line; null where they say none. */
export function readBookSize(args: readonly string[]): BookSize | null {
  const options = { loans: { type: 'string' }, customers: { type: 'string' } } as const
  try {
    const { values } = parseArgs({ args: [...args], options })
    const loans = whole(values.loans ?? '')
    const customers = values.customers === undefined ? sizeOf(loans).customers : whole(values.customers)
    return loans <= customers * ordersMax ? { loans, customers } : null
  } catch {
    return null // the usage says which options there are
  }
}
