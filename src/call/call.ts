import type { Endpoint, Input, Output } from '#contract/kernel/endpoint.ts'
import { withSecondPerson } from './second-person.ts'
import { CallFailed, type SendOptions, send } from './send.ts'

export { CallFailed } from './send.ts'

type CallOptions = Pick<SendOptions, 'rehearse' | 'idempotencyKey' | 'signal' | 'outlives'>

/** What stands for a value in a query: lists with commas, nothing for what is missing. */
const queryValue = (value: unknown): unknown => (Array.isArray(value) ? value.join(',') : value)

/**
 * Calls an endpoint of the contract. In development its answer is held to its schema.
 * @throws CallFailed for every refusal, and where nobody answers; CallFiled where a second person has to release it.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  how: CallOptions = {},
): Promise<Output<E>> {
  const given = input as Readonly<Record<string, unknown>> // every input is an object
  const inPath = new Set<string>()
  const at = endpoint.at.replaceAll(/{(\w+)}/g, (_, name: string) => {
    inPath.add(name)
    return encodeURIComponent(String(given[name]))
  })
  const rest = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => !inPath.has(name) && value !== undefined),
  )
  const asQuery = at.startsWith('GET ')
  const sending: SendOptions = asQuery
    ? { query: Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, queryValue(value)])) }
    : { body: rest }
  const data = await withSecondPerson({ endpoint, input: given }, () => send(at, { ...how, ...sending }))
  // the server has checked its own answer; in development it is checked again, here where it is used
  return (import.meta.env.DEV ? endpoint.output.parse(data) : data) as Output<E>
}

/** Envelope 503: the server has lost its database. */
const databaseAway = 503

/** Whether nobody knows what became of a call: it may have been done all the same. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof CallFailed && (error.code === 0 || error.code === databaseAway)

/** The noun an endpoint belongs to. */
export const nounOf = ({ id }: Pick<Endpoint, 'id'>): string => id.slice(0, id.indexOf('.'))
