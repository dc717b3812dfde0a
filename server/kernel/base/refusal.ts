import type { z } from 'zod'
import type { ContactWay } from '#contract/kernel/contact-hours.ts'
import type { FaultValues } from '#contract/kernel/fault.ts'

/**
 * Refusal: an expected error. Answered with code 400 and the text of `fault`; the transaction is rolled back, unless the
 * refusal `stays`: then what was written tells of the refusal itself, of a failed attempt, say.
 */
export class Refusal extends Error {
  readonly fault: string
  readonly values: FaultValues | undefined
  readonly stays: boolean
  /** Whether calls that are so refused are counted, not recorded one by one: anybody can send them. */
  readonly counted: boolean
  /** The argument it is about, where it is about one. */
  readonly field: string | undefined
  /** How a customer was to be contacted, where the call does not say so by itself. */
  readonly contact: ContactWay | undefined
  constructor(
    fault: string,
    values?: FaultValues,
    {
      stays = false,
      counted = false,
      field,
      contact,
      cause,
    }: {
      readonly stays?: boolean
      readonly counted?: boolean
      readonly field?: string
      readonly contact?: ContactWay
      /** What the database said, without the values that its own error tells. */
      readonly cause?: string
    } = {},
  ) {
    super(fault, { cause })
    this.fault = fault
    this.values = values
    this.stays = stays
    this.counted = counted
    this.field = field
    this.contact = contact
  }
}

/** Validation error that only the handler could find: answered like any other invalid input. */
export class InvalidInput extends Error {
  readonly issues: readonly z.core.$ZodIssue[]
  constructor(issues: readonly z.core.$ZodIssue[]) {
    super('invalid input')
    this.issues = issues
  }
}
