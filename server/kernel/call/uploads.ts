import { createHash, type Hash } from 'node:crypto'
import { createWriteStream, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { type Endpoint, uploadMax } from '#contract/kernel/endpoint.ts'
import { isProcessAlive } from '#server/kernel/base/data-folder.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'

/** Upload: a file that came with a call, on this machine's disk. */
export interface Upload {
  /** What it is called where it came from. */
  readonly name: string
  readonly path: string
  /** Of what is in it. */
  readonly sha256: string
}

/** The files of one call, by the names that its endpoint has for them. They are gone after it unless they are kept. */
export class Uploads {
  readonly files: Readonly<Partial<Record<string, Upload>>>
  readonly #folder: string
  #kept = false

  constructor(files: Uploads['files'], folder: string) {
    this.files = files
    this.#folder = folder
  }

  /** Keeps the files, until this process ends at the latest. Answers how to remove them. */
  keep(): () => Promise<void> {
    this.#kept = true
    return () => rm(this.#folder, { recursive: true, force: true })
  }

  async dispose(): Promise<void> {
    if (!this.#kept) await rm(this.#folder, { recursive: true, force: true })
  }
}

const prefix = 'lendline-uploads-'

/** A folder that only this user can look into; gone with the process. What processes left that were killed goes, too. */
function newFolder(): string {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(prefix))) {
    const pid = Number(name.slice(prefix.length).split('-')[0])
    try {
      if (!isProcessAlive(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true })
    } catch {} // another user's
  }
  const place = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  process.once('exit', () => rmSync(place, { recursive: true, force: true }))
  return place
}
let place: string | null = null

const tooLarge = (max: number) => new Refusal('file_too_large', { maxMb: max / 1_048_576 })
/** What a form adds to its files: boundaries and names. */
const formMax = 65_536
const nameMax = 120

/** What a call takes: the names of its files, and most that they come to, in bytes. */
type Accepted = Required<Pick<Endpoint, 'files' | 'filesMax'>>

/** Writes the files of a form to disk, as they come; what is too large in all is not read to its end. */
async function writeFiles(
  request: FastifyRequest,
  { files: names = [], filesMax: max = uploadMax }: Accepted,
  folder: string,
): Promise<Uploads['files']> {
  const files: Record<string, Upload> = {}
  let bytes = 0
  const counted = (hash: Hash) =>
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length
        if (bytes > max) throw tooLarge(max)
        hash.update(chunk)
        yield chunk
      }
    }
  // one byte more than is allowed: where it is cut off, nobody could tell
  for await (const { fieldname, filename, file } of request.files({ limits: { fileSize: max + 1 } })) {
    if (!names.includes(fieldname) || files[fieldname]) throw new Refusal('invalid')
    const path = join(folder, fieldname)
    const hash = createHash('sha256')
    await pipeline(file, counted(hash), createWriteStream(path, { mode: 0o600 }))
    files[fieldname] = { name: basename(filename).slice(0, nameMax), path, sha256: hash.digest('hex') }
  }
  return files
}

/**
 * Takes the files of a call in: a multipart form whose parts have these names, the first of which has to be there.
 * @throws Refusal `file_missing`, `file_too_large`.
 */
export async function receiveUploads(request: FastifyRequest, accepted: Accepted): Promise<Uploads> {
  const { files: names = [], filesMax: max = uploadMax } = accepted
  if (Number(request.headers['content-length'] ?? 0) > max + formMax) throw tooLarge(max)
  place ??= newFolder()
  const folder = await mkdtemp(join(place, 'call-'))
  try {
    const files = request.isMultipart() ? await writeFiles(request, accepted, folder) : {}
    if (!files[names[0]!]) throw new Refusal('file_missing')
    return new Uploads(files, folder)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    // what the disk or the connection says has a code; what is wrong with the form itself has none
    throw error instanceof Refusal || (error as { code?: string }).code ? error : new Refusal('invalid')
  }
}
