import type { Money } from './values.ts'

/** A word or code of a vocabulary, to be said in the reader's language. */
export interface Label {
  readonly vocabulary: string
  readonly value: string | number
}

/** What a reason is filled with. Formatted where it is read: amounts, labels and lists in the reader's language. */
export type FaultValue = string | number | Money | Label | readonly Label[]
export type FaultValues = Readonly<Record<string, FaultValue>>

/** A refusal (error): a text key below `faults`, and what fills it. */
export interface Refused {
  readonly ok: false
  readonly fault: string
  readonly values?: FaultValues
}
/** Whether something may be done to a row now, or why not. */
export type Verdict = { readonly ok: true } | Refused

export const ok: Verdict = { ok: true }
/** A verdict against, with the fault and the values its text names. */
export const refused = (fault: string, values?: FaultValues): Refused =>
  values ? { ok: false, fault, values } : { ok: false, fault }

/**
 * Guard (precondition) of a row: whether something may be done to it now. Says which fields it reads, so that the rows
 * of a large selection can be judged by their combinations of these instead of one by one.
 */
export interface Guard<Row> {
  (row: Row): Verdict
  readonly reads: readonly (keyof Row & string)[]
}

/** A guard over rows; `reads` names every field that `judge` looks at. */
export const guard = <Row>(reads: readonly (keyof Row & string)[], judge: (row: Row) => Verdict): Guard<Row> =>
  Object.assign((row: Row) => judge(row), { reads })

/** Asks one guard after the other; the first refusal counts. */
export const every = <Row>(...guards: readonly Guard<Row>[]): Guard<Row> =>
  guard([...new Set(guards.flatMap(({ reads }) => reads))], (row) => {
    for (const one of guards) {
      const verdict = one(row)
      if (!verdict.ok) return verdict
    }
    return ok
  })

/** Refusals that any change of a row can meet; no endpoint has to declare them. */
export const changeFaults = ['not_found', 'stale_version', 'not_allowed_now', 'busy'] as const
/** Refusals that any call can meet. */
export const callFaults = [
  ...(['invalid', 'forbidden', 'session_expired', 'idempotency_reuse', 'step_up_needed'] as const),
  ...(['second_person_needed', 'unknown_entry', 'entry_disabled'] as const),
] as const
