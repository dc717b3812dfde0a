import { dueLags } from '#contract/due-facts.ts'

/** Instalments of a month as the lines of a file tell them: how many, and how many were unpaid so many days after they fell due. */
export interface MonthRates {
  plans: number
  unpaid: number[]
}

const dayMs = 86_400_000
const dayOf = (moment: string): number => Date.parse(`${moment.slice(0, 10)}T00:00:00Z`) / dayMs
const monthOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 7)
/** How many instalments an order of so many days has, thirty days apart. */
const periodsOf: Readonly<Record<string, number>> = { 15: 1, 30: 1, 60: 2, 90: 3 }

/**
 * What a file of loans says of repayment, counted from its lines alone: the first instalment was paid with the first
 * repayment, the others when the order was closed. Its days are those of its clock.
 */
export function ratesOf(file: string) {
  const [head, ...lines] = file.trim().split('\n')
  const names = head!.split(',')
  const months = new Map<string, MonthRates>()
  let [loans, first] = [0, 0]
  for (const line of lines) {
    const cells = line.split(',')
    const at = (name: string): string => cells[names.indexOf(name)]!
    if (at('loanamount') === '') continue // left open, and not imported
    loans += 1
    if (at('loannumber') === '1') first += 1
    const due = dayOf(at('firstduedate'))
    for (let i = 0; i < periodsOf[at('termdays')]!; i += 1) {
      const [falls, paid] = [due + 30 * i, dayOf(at(i === 0 ? 'firstrepaiddate' : 'closeddate'))]
      const month = months.get(monthOf(falls)) ?? { plans: 0, unpaid: dueLags.map(() => 0) }
      months.set(monthOf(falls), month)
      month.plans += 1
      month.unpaid = month.unpaid.map((sum, n) => sum + (paid > falls + dueLags[n]! ? 1 : 0))
    }
  }
  return { loans, first, months }
}
