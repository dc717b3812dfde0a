import type { Readable } from 'node:stream'

/** File response: streamed, never held in memory. */
export class FileResponse {
  readonly name: string
  readonly type: string
  readonly body: Readable
  constructor(name: string, type: string, body: Readable) {
    this.name = name
    this.type = type
    this.body = body
  }
}
export const isFileResponse = (data: unknown): data is FileResponse => data instanceof FileResponse
