/** Where the book says something else than its terms and events do. */
export interface Difference {
  readonly loan: string
  readonly plan: string | null
  /** Column or amount: `charged.penalty`, `state`. */
  readonly field: string
  readonly expected: string
  readonly found: string
}

/** What differs in one order. */
export class Findings {
  readonly differences: Difference[] = []
  readonly #loan: string

  constructor(loan: string) {
    this.#loan = loan
  }

  /** Notes a value that is not what it should be. */
  expect(field: string, expected: unknown, found: unknown, plan: string | null = null): void {
    if (expected === found) return
    this.differences.push({ loan: this.#loan, plan, field, expected: String(expected), found: String(found) })
  }
}
