import { z } from 'zod'
import { api, read, write } from './kernel/endpoint.ts'
import { fileParts } from './kernel/list.ts'
import { Id, Instant } from './kernel/values.ts'
import { pageIds } from './menu.ts'

/** An export of a list, under way or done, for whoever asked for it. */
export const ExportFile = z.object({
  id: Id('export'),
  name: z.string(),
  state: z.enum(['making', 'done', 'failed', 'stopped']),
  /** Rows that are in it, and how many it will have. */
  done: z.int(),
  count: z.int(),
  /** When its link ends, and the file with it. */
  expiresAt: Instant,
})
export type ExportFile = z.output<typeof ExportFile>

const input = z.object({ id: Id('export') })
const columns = z.array(z.string().max(40)).min(1)
const listing = z.string().max(80)
/** What of a list goes into a file, and how it is written. */
const wanted = z.object({
  listing,
  ...fileParts,
  columns: columns.optional(),
  /** What its headings and words are written in. */
  language: z.string().max(35).default('en'),
})
/** Shortest and longest reason for an export with unmasked personal data. */
export const [reasonMin, reasonMax] = [3, 200]

/** Background exports of lists. Everybody sees their own. */
export const exports = api('exports', {
  /** Begins one, with what the list's own export takes. */
  start: write('POST /exports', {
    requires: 'anyone',
    input: wanted,
    output: ExportFile,
    faults: ['unknown_listing', 'too_many_exports'],
  }),

  /**
   * Begins one with personal data in full, for a reason that goes on the record. It takes the right to reveal on the
   * page of the list, beside that to export it. Numbers that are kept encrypted stay masked.
   */
  unmasked: write('POST /exports/unmasked', {
    requires: pageIds.map((page) => `${page}.reveal` as const),
    input: wanted.extend({ reason: z.string().trim().min(reasonMin).max(reasonMax) }),
    output: ExportFile,
    faults: ['unknown_listing', 'too_many_exports'],
    stepUp: true,
  }),

  /** How far it has come. */
  get: read('GET /exports/{id}', { requires: 'anyone', input, output: ExportFile, faults: ['not_found'] }),

  /** Gives one up, or throws the file away. */
  stop: write('POST /exports/stop', { requires: 'anyone', input, output: ExportFile, faults: ['not_found'] }),

  /** Where the file is fetched: an address that a browser follows by itself, for some minutes. */
  link: read('GET /exports/{id}/link', {
    requires: 'anyone',
    input,
    output: z.object({ href: z.string() }),
    faults: ['not_found', 'export_gone'],
  }),

  /** The file, by its link, in a session of whoever asked for it. */
  file: {
    ...read('GET /exports/{id}/file', {
      requires: 'anyone',
      input: input.extend({ until: z.int(), key: z.string().max(200) }),
      output: z.null(),
      faults: ['not_found', 'export_gone'],
    }),
    file: true as const,
    byCookie: true as const,
  },

  /** Tells that rows of a list were copied with fields that identify people, so that it is on the record. */
  copied: write('POST /exports/copied', {
    requires: 'anyone',
    input: z.object({ listing, rows: z.int().min(1), columns }),
    output: z.object({}),
    faults: ['unknown_listing'],
  }),
})
