import type { Endpoint } from '#contract/kernel/endpoint.ts'

/** A call that a second person has to release, as it was refused. */
export interface CallToFile {
  readonly endpoint: Endpoint
  readonly input: Readonly<Record<string, unknown>>
}
/** Asks the person whether to file it. Answers whether it was filed. */
type FilingHandler = (asked: CallToFile) => Promise<boolean>

const noHandler: FilingHandler = async () => false
let file = noHandler

/** Has `by` ask, from now on. Answers how to stop. */
export function handleFiling(by: FilingHandler): () => void {
  file = by
  return () => {
    if (file === by) file = noHandler
  }
}

/** What becomes of a call that waits for a second person: it was filed, and is not done yet. */
export class CallFiled extends Error {}

/** Of `CallFailed`, where it is one. */
const needsSecondPerson = (error: unknown): boolean => (error as { fault?: unknown }).fault === 'second_person_needed'

/**
 * Makes a call; where a second person has to release it, the person is asked whether to file it.
 * @throws CallFiled where it was filed; else what the call throws.
 */
export async function withSecondPerson<Answer>(asked: CallToFile, make: () => Promise<Answer>): Promise<Answer> {
  try {
    return await make()
  } catch (error) {
    if (needsSecondPerson(error) && (await file(asked))) throw new CallFiled(asked.endpoint.id)
    throw error
  }
}
