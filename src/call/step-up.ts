/** What somebody proves by that it is still them. */
export type StepUpMethod = 'code' | 'password'
/** Asks the person to prove that it is still them. Answers whether they did. */
type StepUpHandler = (by: StepUpMethod) => Promise<boolean>

const noHandler: StepUpHandler = async () => false
let ask = noHandler
let asking: Promise<boolean> | null = null

/** Has `by` ask, from now on. Answers how to stop. */
export function handleStepUp(by: StepUpHandler): () => void {
  ask = by
  return () => {
    if (ask === by) ask = noHandler
  }
}

/** What a refused call wants to have proved first; null where it was refused for something else. */
function stepUpOf(error: unknown): StepUpMethod | null {
  const { fault, values } = error as { fault?: unknown; values?: { by?: unknown } } // of `CallFailed`, where it is one
  if (fault !== 'step_up_needed') return null
  return values?.by === 'code' ? 'code' : 'password'
}

/** Calls that are refused at the same time wait for one proof. */
function requestStepUp(by: StepUpMethod): Promise<boolean> {
  asking ??= ask(by).finally(() => {
    asking = null
  })
  return asking
}

/**
 * Makes a call; where the server wants to know first that it is still them, the person is asked, and it is made again.
 * @throws what the call throws, also where they do not prove it: then what the server refused it for.
 */
export async function withStepUp<Answer>(make: () => Promise<Answer>): Promise<Answer> {
  try {
    return await make()
  } catch (error) {
    const by = stepUpOf(error)
    if (!by || !(await requestStepUp(by))) throw error
    return make()
  }
}
