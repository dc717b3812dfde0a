import type { Endpoint, Input, Output } from '#contract/kernel/endpoint.ts'
import { send } from './send.ts'

interface UploadOptions<E extends Endpoint> {
  readonly rehearse?: boolean
  /** What is asked for beside the files. */
  readonly input?: Partial<Input<E>>
}

/**
 * Hands files to an endpoint that takes them, each under its name; rehearsed, nothing of it stays.
 * @throws CallFailed
 */
export async function upload<E extends Endpoint & { readonly files: readonly string[] }>(
  endpoint: E,
  files: Readonly<Partial<Record<E['files'][number], File>>>,
  { rehearse = false, input }: UploadOptions<E> = {},
): Promise<Output<E>> {
  const body = new FormData()
  for (const [name, file] of Object.entries(files) as [string, File][]) body.append(name, file, file.name)
  return (await send(endpoint.at, {
    body,
    ...(input && { query: input as Readonly<Record<string, unknown>> }), // plain values
    ...(rehearse ? { rehearse } : { idempotencyKey: crypto.randomUUID() }),
  })) as Output<E> // checked by the server
}
