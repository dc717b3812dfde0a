import { sha256 } from '#server/kernel/base/secrets.ts'

type Outcome = 'paying' | 'success' | 'fail'

/** What a customer does with a payment link, and what the channel says of it. */
export interface PaymentScenario {
  /** What the channel calls back with, in this order. */
  readonly script: readonly Outcome[]
  /** What it answers when it is asked; null: that it does not know. */
  readonly outcome: 'success' | 'fail' | null
}

const paid: PaymentScenario = { script: ['paying', 'success'], outcome: 'success' }
const declined: PaymentScenario = { script: ['paying', 'fail'], outcome: 'fail' }
const unheard: PaymentScenario = { script: ['paying'], outcome: 'success' }
const repeated: PaymentScenario = { script: ['paying', 'success', 'success', 'paying'], outcome: 'success' }
const mixedUp: PaymentScenario = { script: ['success', 'paying'], outcome: 'success' }
const ignored: PaymentScenario = { script: [], outcome: null }
const undecided: PaymentScenario = { script: ['paying'], outcome: null }

/** Amounts that end so always meet the same story, for demonstrations and tests. */
const fixed: Readonly<Partial<Record<number, PaymentScenario>>> = {
  1: declined,
  2: unheard,
  3: repeated,
  4: mixedUp,
  5: ignored,
  6: undecided,
  7: paid,
}

/** How often each story is met, of a hundred. */
const scenarioWeights: readonly (readonly [PaymentScenario, number])[] = [
  [paid, 66],
  [declined, 10],
  [repeated, 6],
  [mixedUp, 4],
  [unheard, 4],
  [ignored, 10],
]

/** The story of a link. Follows from its id and `seed` alone: the same book meets the same luck every time. */
export function scenarioOf(linkId: string, amountMinor: number, { seed }: { readonly seed: string }): PaymentScenario {
  const known = fixed[amountMinor % 100]
  if (known) return known
  let dice = Number.parseInt(sha256(`${seed} ${linkId}`).slice(0, 6), 16) % 100
  const met = scenarioWeights.find(([, times]) => {
    dice -= times
    return dice < 0
  })
  return met ? met[0] : paid
}
