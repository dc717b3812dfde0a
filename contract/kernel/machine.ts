import { type Guard, guard, type Label, ok, refused } from './fault.ts'
import { Choice } from './values.ts'
import { declareVocabulary, type Tone } from './vocabulary.ts'

type Code = string | number
type Table<T> = { readonly [S in keyof T]: { readonly [event: string]: keyof T & Code } }

/**
 * A state machine as a table: state → the events it allows → where each one leads. States are words or numeric
 * codes; their labels stand under `vocabulary`. A target that is no row of the table does not compile.
 */
export function machine<const T extends Table<T>>(
  vocabulary: `${string}.${string}`,
  table: T,
  tones?: Readonly<Partial<Record<keyof T & Code, Tone>>>,
) {
  type State = keyof T & Code
  type Event = { [S in keyof T]: keyof T[S] }[keyof T] & string

  const rows = table as Record<State, Partial<Record<Event, State>>>
  // object keys are strings: codes become numbers again, in ascending order
  const states = Object.keys(table).map((key) => (Number.isNaN(Number(key)) ? key : Number(key))) as [State, ...State[]]
  declareVocabulary(vocabulary, states, { codesOf: 'states' })
  const label = (value: State): Label => ({ vocabulary, value })
  const from = (event: Event): State[] => states.filter((state) => rows[state][event] !== undefined)

  return {
    /** Every state, in the order of the table; codes in ascending order. */
    states,
    /** One state, as a field of a row. */
    State: Choice<State>(vocabulary, states, tones),
    /** The state `event` leads to, or undefined where it is not allowed. */
    after: (state: State, event: Event): State | undefined => rows[state][event],
    /** The states that allow `event`. */
    from,
    /** The events that `state` allows. */
    events: (state: State): Event[] => Object.keys(rows[state]) as Event[],
    /** The guard of `event`: whether it is allowed in the row's state, and if not, which states would allow it. */
    can: (event: Event): Guard<{ readonly state: State }> =>
      guard(['state'], ({ state }) =>
        rows[state][event] === undefined
          ? refused('not_allowed_now', { state: label(state), needs: from(event).map(label) })
          : ok,
      ),
  }
}

export type StateOf<Machine extends { states: readonly Code[] }> = Machine['states'][number]
