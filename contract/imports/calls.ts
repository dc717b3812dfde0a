import { z } from 'zod'
import { api, read, write } from '../kernel/endpoint.ts'
import { machine } from '../kernel/machine.ts'
import { Choice, Id, Instant, Money, Version } from '../kernel/values.ts'
import { DetectedMapping, ImportFile, ImportMapping, importFieldNames, importFiles } from './mapping.ts'

/** What becomes of files that are handed in: everything of them that can be loaded is, or nothing. */
export const importFlow = machine('imports.state', {
  uploaded: { start: 'running' },
  running: { finish: 'finished', fail: 'failed' },
  finished: {},
  failed: {},
})

/** What a run is at: it reads everything before it loads anything. */
export const ImportStep = Choice('imports.step', ['checking', 'loading'])
export type ImportStep = z.output<typeof ImportStep>

/** What would become of the lines of a file. */
const LineTally = z.object({
  loaded: z.int(),
  /** Known, with something else than the file tells: updated. */
  changed: z.int(),
  known: z.int(),
  refused: z.int(),
})

/** An amount added up over a file: of every line that tells it, and of lines by what would become of them. */
const ColumnSum = z.object({
  field: z.enum(['amount', 'totalDue']),
  file: Money,
  loaded: Money,
  known: Money,
  refused: Money,
})

/** Lines of a file with the same problem in the same column. */
const ProblemCount = z.object({
  file: ImportFile,
  field: Choice('imports.field', [...importFieldNames]).nullable(),
  problem: z.string(),
  /** The problem in the reader's words. */
  reason: z.string(),
  count: z.int(),
  /** The first line that has it. */
  line: z.int(),
})

/** Dry run of an import: what it would do now. The report has every line. */
export const ImportCheck = z.object({
  loans: LineTally,
  customers: LineTally,
  /** Borrowers of whom nothing but the id would be known. */
  nameless: z.int(),
  sums: z.array(ColumnSum),
  /** Lines that tell no amount: they are in no sum. */
  unread: z.int(),
  problems: z.array(ProblemCount),
})
export type ImportCheck = z.output<typeof ImportCheck>

/** Files that were handed in, and what became of them. Counts are lines of the file of loans. */
export const Import = z.object({
  id: Id('import'),
  version: Version,
  state: importFlow.State,
  /** What the files are called. */
  files: z.string(),
  lines: z.int(),
  /** Of a run under way: what it is at, and the lines it has come through there. */
  step: ImportStep.nullable(),
  done: z.int(),
  loaded: z.int(),
  /** Loaded before, from the same book. */
  known: z.int(),
  refused: z.int(),
  /** Why it ended before its time, where it did: the fault, and what it says to the reader. */
  failure: z.object({ fault: z.string(), msg: z.string() }).nullable(),
  /** What the last dry run has found. */
  check: ImportCheck.nullable(),
  /** Whether a dry run is under way. */
  checking: z.boolean(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
})
export type Import = z.output<typeof Import>

/** What stands between the columns of a file. */
export const Separator = Choice('imports.separator', ['comma', 'semicolon', 'tab'])
export type Separator = z.output<typeof Separator>

/** What a file looks like. */
export const Inspection = z.object({
  file: ImportFile,
  name: z.string(),
  separator: Separator,
  /** Lines below the headings that are not empty. */
  lines: z.int(),
  headings: z.array(z.string()),
  /** The first rows. Columns that tell nothing about an order show the shape of their values only: `xxxxx xxx`, `9999`. */
  rows: z.array(z.array(z.string())),
})
export type Inspection = z.output<typeof Inspection>

const One = z.object({ id: Id('import') })

/** Loan books from elsewhere: taken in, looked at, loaded after a confirmation, reported on. */
export const imports = api('imports', {
  /** Takes the files of a book in and says what they look like. Nothing is loaded yet. */
  upload: {
    ...write('POST /imports', {
      requires: 'applications.request',
      rehearsable: true,
      input: z.object({}),
      output: z.object({ import: Import, files: z.array(Inspection), mapping: DetectedMapping }),
      faults: ['file_missing', 'file_too_large', 'import_not_text', 'import_empty', 'import_separator', 'import_quote'],
    }),
    files: importFiles,
  },

  /** Dry run: finds out what loading would do now; goes on by itself. Nothing is loaded. */
  check: write('POST /imports/check', {
    requires: 'applications.request',
    input: z.object({ id: Id('import'), mapping: ImportMapping }),
    output: Import,
    faults: [
      ...(['not_found', 'import_started', 'import_file_gone', 'import_checking', 'import_unmapped'] as const),
      ...(['import_unknown_column', 'import_heading_twice'] as const),
    ],
  }),

  /** Loads what one has uploaded; goes on by itself. What is loaded stays. */
  start: write('POST /imports/start', {
    requires: 'applications.request',
    risk: 'irreversible',
    stepUp: true,
    input: z.object({ id: Id('import'), mapping: ImportMapping }),
    output: Import,
    faults: [
      'not_found',
      'import_started',
      'import_file_gone',
      'import_checking',
      'import_unmapped',
      'import_unknown_column',
      'import_heading_twice',
    ],
    touches: ['loans', 'plans', 'customers'],
  }),

  /** One's own imports, newest first. Their reports stay. */
  mine: read('GET /imports', {
    requires: 'applications.request',
    input: z.object({}),
    output: z.object({ imports: z.array(Import) }),
  }),

  /** One's own import. */
  get: read('GET /imports/{id}', {
    requires: 'applications.request',
    input: One,
    output: Import,
    faults: ['not_found'],
  }),

  /** Every line of one's own import that was not loaded, with its field and the reason, as a file. */
  report: {
    ...read('GET /imports/{id}/report', {
      requires: 'applications.request',
      input: One,
      output: z.null(),
      faults: ['not_found'],
    }),
    file: true as const,
  },
})
