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

/** ASCII fallback of a file name, for readers that know no other: letters without their marks, and nothing they lack. */
function asciiFileName(name: string): string {
  const plain = name.normalize('NFKD').replaceAll('đ', 'd').replaceAll('Đ', 'D')
  const ascii = plain
    .replaceAll(/[^ -~]|["\\%]/g, '')
    .replaceAll(/ +/g, ' ')
    .trim()
  return /^[^a-z]*\.[^.]*$/i.test(ascii) ? `file ${ascii}` : ascii
}

/** What `encodeURIComponent` leaves and RFC 8187 does not. */
const leftOver = /['()*]/g
const percent = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`

/** Content-Disposition of a file that is saved: its name in UTF-8, and in ASCII before it. Source: RFC 6266. */
export const contentDisposition = (name: string): string =>
  `attachment; filename="${asciiFileName(name)}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(leftOver, percent)}`
