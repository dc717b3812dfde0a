import type { Endpoint, Output } from '#contract/kernel/endpoint.ts'
import { send } from './send.ts'

/**
 * Hands files to an endpoint that takes them, each under its name; rehearsed, nothing of it stays.
 * @throws CallFailed
 */
export async function upload<E extends Endpoint & { readonly files: readonly string[] }>(
  endpoint: E,
  files: Readonly<Partial<Record<E['files'][number], File>>>,
  { rehearse = false }: { readonly rehearse?: boolean } = {},
): Promise<Output<E>> {
  const body = new FormData()
  for (const [name, file] of Object.entries(files) as [string, File][]) body.append(name, file, file.name)
  return (await send(endpoint.at, {
    body,
    ...(rehearse ? { rehearse } : { idempotencyKey: crypto.randomUUID() }),
  })) as Output<E> // checked by the server
}
