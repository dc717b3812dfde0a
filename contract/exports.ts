import { z } from 'zod'
import { api, change, read, write } from './kernel/endpoint.ts'
import { fileParts, list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Id, Instant, TextKey, Version } from './kernel/values.ts'
import { pageIds } from './menu.ts'

/** How the making of a file goes. One that is given up or thrown away is gone. */
const exportFlow = machine(
  'exports.state',
  { making: { discard: 'stopped' }, done: { discard: 'stopped' }, failed: {}, stopped: {} },
  { making: 'info', done: 'good', failed: 'bad', stopped: 'muted' },
)

/** An export of a list, under way or done, for whoever asked for it. */
export const ExportFile = z.object({
  id: Id('export'),
  name: z.string(),
  state: exportFlow.State,
  /** Rows that are in it, and how many it will have. */
  done: z.int(),
  count: z.int(),
  /** When its link ends, and the file with it. */
  expiresAt: Instant,
})
export type ExportFile = z.output<typeof ExportFile>

/** An export as the export centre lists it. */
export const ExportRow = ExportFile.extend({
  /** Always 1: however far it has come meanwhile, it is the file that was meant. */
  version: Version,
  /** The list it is made of. */
  listing: TextKey(),
  /** Personal data stands in it in full. */
  inFull: z.boolean(),
  createdAt: Instant,
})
export type ExportRow = z.output<typeof ExportRow>
export const exportSubject = subject('exports', ExportRow, { opens: 'exports' })

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
/** Most rows that are said to be copied at once. */
const copiedMax = 10_000_000
/** Shortest and longest reason for an export with unmasked personal data. */
export const [reasonMin, reasonMax] = [3, 200]

/** Background exports of lists. Everybody sees their own. */
export const exports = api('exports', {
  list: list('GET /exports', {
    requires: 'exports',
    row: ExportRow,
    subject: exportSubject,
    filter: ['id', 'state', 'name', 'listing', 'inFull', 'done', 'count', 'createdAt', 'expiresAt'],
    sort: ['createdAt', 'expiresAt', 'name', 'state', 'count'],
    search: ['name'],
    order: '-createdAt',
    created: 'createdAt',
  }),

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

  /** Gives one up, or throws its file away, from the export centre. */
  discard: change('POST /exports/discard', {
    subject: exportSubject,
    requires: 'exports',
    when: exportFlow.can('discard'),
  }),

  /** The file itself, for whoever asked for it. */
  download: {
    ...read('GET /exports/{id}/download', {
      requires: 'exports',
      input,
      output: z.null(),
      faults: ['not_found', 'export_gone'],
    }),
    file: true as const,
  },

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
    input: z.object({ listing, rows: z.int().min(1).max(copiedMax), columns }),
    output: z.object({}),
    faults: ['unknown_listing'],
  }),
})
