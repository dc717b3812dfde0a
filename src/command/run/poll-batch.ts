import { type Batch, batches } from '#contract/batches.ts'
import { call } from '#src/call/call.ts'

/** How often a run that goes on is asked how far it has come. */
export const pollMs = 500

/**
 * A run once it has ended, however long that takes.
 * @throws CallFailed where the server no longer answers for it.
 */
export async function waitForBatch(batch: Batch): Promise<Batch> {
  let run = batch
  while (run.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    run = await call(batches.get, { id: run.id })
  }
  return run
}
