import { type Batch, batches, type Rehearsal } from '#contract/batches.ts'
import { call } from '#src/call/call.ts'
import type { ActionTarget } from '#src/command/active-list.ts'
import type { Draft } from '#src/command/arguments/draft.ts'
import type { AnyRow } from '#src/command/command.ts'

/** Dry run: what the server says a draft would do. */
export function rehearse({ command, target, args }: Draft & { target: ActionTarget }): Promise<Rehearsal> {
  const idempotencyKey = crypto.randomUUID()
  const [row] = target.loadedRows
  if (command.review && row) return call(command.review, { id: row.id }, { idempotencyKey })
  const input = { command: command.call!.endpoint.id, selection: target.selection, args }
  return call(batches.preview, input, { idempotencyKey })
}

/** One row, or none: the endpoint itself. It answers the row as it is then. */
export function runOne({ command, args }: Draft, row: AnyRow | null, idempotencyKey: string): Promise<unknown> {
  return call(command.call!.endpoint, { ...args, ...(row && { id: row.id, version: row.version }) }, { idempotencyKey })
}

/** Many rows: a batch, of what was reviewed where it was, which the server works through. */
export const runMany = (
  { command, target, args }: Draft,
  preview: Rehearsal | null,
  idempotencyKey: string,
): Promise<Batch> =>
  preview?.id
    ? call(batches.run, { id: preview.id }, { idempotencyKey })
    : call(
        batches.start,
        { command: command.call!.endpoint.id, selection: target!.selection, args },
        { idempotencyKey },
      )
