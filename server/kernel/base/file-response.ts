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

/** Longest title within a file name, in characters: file systems take 255 bytes, and a character may be four. */
const titleMax = 50

/** What some file system cannot have in a name, what turns the direction of reading, and blanks of every kind. */
const unsafe = /[\\/:*?"<>|\p{Cc}\p{Cf}\s]+/gu

/** File name in the reader’s words: a title, what tells it from others of that title, and its extension. */
export function fileName(title: string, about: string, extension: string): string {
  const safe = title.replaceAll(unsafe, ' ').replaceAll(/^[ .]+|[ .]+$/g, '')
  return `${[...safe].slice(0, titleMax).join('').trim()} ${about}.${extension}`.trim()
}

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
