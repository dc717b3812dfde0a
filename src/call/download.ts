import type { Endpoint, Input } from '#contract/kernel/endpoint.ts'
import { sendForFile } from './send.ts'
import { showError } from './show-error.ts'

/** Hands a file to the browser under `name`. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** Fetches the file an endpoint answers, and saves it; its own name counts before `name`. Says what goes wrong. */
export async function download<E extends Endpoint>(
  { at }: E & { readonly file: true },
  input: Input<E>,
  name: string,
): Promise<void> {
  try {
    const given = input as Readonly<Record<string, unknown>> // every input is an object
    const filled = at.replaceAll(/{(\w+)}/g, (_, field: string) => encodeURIComponent(String(given[field])))
    const { blob, fileName } = await sendForFile(filled, { query: given })
    saveFile(blob, fileName ?? name)
  } catch (error) {
    showError(error)
  }
}
