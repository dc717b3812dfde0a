import { z } from 'zod'
import { type Label, ok, refused, type Verdict } from '../kernel/fault.ts'
import { Choice } from '../kernel/values.ts'

/** The files of a loan book. Only the first has to be there. */
export const importFiles = ['loans', 'customers'] as const
export const ImportFile = Choice('imports.file', importFiles)
export type ImportFile = z.output<typeof ImportFile>

/** What the lines of each file tell. A file cannot be read without its needed fields. */
export const importFields = {
  loans: {
    loanId: 'needed',
    customerId: 'needed',
    ordinal: 'needed',
    createdAt: 'needed',
    approvedAt: 'needed',
    amount: 'needed',
    totalDue: 'needed',
    termDays: 'needed',
    firstDueDate: 'needed',
    firstRepaidAt: 'needed',
    closedAt: 'needed',
  },
  customers: {
    customerId: 'needed',
    birthDate: 'optional',
    bank: 'optional',
    employment: 'optional',
    education: 'optional',
  },
} as const satisfies Record<ImportFile, Record<string, 'needed' | 'optional'>>
export type LoanField = keyof (typeof importFields)['loans']
export type CustomerField = keyof (typeof importFields)['customers']
export type ImportField = LoanField | CustomerField

/** Every field of either file, by name. */
export const importFieldNames = [
  ...new Set([...Object.keys(importFields.loans), ...Object.keys(importFields.customers)]),
] as readonly string[] as readonly [ImportField, ...ImportField[]]

/** The names of a record, as the compiler knows them. */
const namesOf = <Name extends string>(fields: Readonly<Record<Name, unknown>>) =>
  Object.keys(fields) as [Name, ...Name[]]
/** The fields of a file, in the order of their declaration. */
export const fieldsOfFile = (file: ImportFile) => Object.keys(importFields[file]) as ImportField[]

const headingMax = 200
const columnsOf = <Name extends string>(fields: Readonly<Record<Name, unknown>>) =>
  z.partialRecord(z.enum(namesOf(fields)), z.string().min(1).max(headingMax))

/**
 * What a book of loans is called. Ids are told apart by it: the same id in another book is another order, in the same
 * book it is known.
 */
const BookName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,29}$/)

/** Column mapping of an import: the book the files are of, and which column, by its heading, is which field. */
export const ImportMapping = z.strictObject({
  kind: z.literal('loans'),
  book: BookName,
  loans: columnsOf(importFields.loans),
  customers: columnsOf(importFields.customers).default({}),
})
export type ImportMapping = z.output<typeof ImportMapping>
/** The columns of both files. */
export type Columns = Pick<ImportMapping, ImportFile>

/** A mapping as far as headings tell it. Whoever starts the import completes it. */
export const DetectedMapping = ImportMapping.extend({ book: BookName.nullable() })
export type DetectedMapping = z.output<typeof DetectedMapping>

/** The format that needs no mapping. */
const known: ImportMapping = {
  kind: 'loans',
  book: 'superlender',
  loans: {
    loanId: 'systemloanid',
    customerId: 'customerid',
    ordinal: 'loannumber',
    createdAt: 'creationdate',
    approvedAt: 'approveddate',
    amount: 'loanamount',
    totalDue: 'totaldue',
    termDays: 'termdays',
    firstDueDate: 'firstduedate',
    firstRepaidAt: 'firstrepaiddate',
    closedAt: 'closeddate',
  },
  customers: {
    customerId: 'customerid',
    birthDate: 'birthdate',
    bank: 'bank_name_clients',
    employment: 'employment_status_clients',
    education: 'level_of_education_clients',
  },
}

/** The heading of the column that is `field`; undefined where none is. */
export const columnOf = (columns: Columns, file: ImportFile, field: ImportField): string | undefined =>
  (columns[file] as Partial<Record<ImportField, string>>)[field] // a field of the other file has no column in this one

/** Recognises the known format by its headings; a heading that is called like one of our fields is that field. */
export function detectMapping(headings: Readonly<Partial<Record<ImportFile, readonly string[]>>>): DetectedMapping {
  const found = (file: ImportFile) => {
    const there = (heading: string | undefined) => heading !== undefined && headings[file]?.includes(heading)
    const pairs = fieldsOfFile(file).map((field) => [field, [columnOf(known, file, field), field].find(there)])
    return Object.fromEntries(pairs.filter(([, heading]) => heading))
  }
  const loans: ImportMapping['loans'] = found('loans')
  const book = fieldsOfFile('loans').every((field) => loans[field as LoanField] === known.loans[field as LoanField])
  return { kind: 'loans', book: book ? known.book : null, loans, customers: found('customers') }
}

const fileLabel = (value: ImportFile): Label => ({ vocabulary: 'imports.file', value })
const fieldLabel = (value: ImportField): Label => ({ vocabulary: 'imports.field', value })

/**
 * Whether a file with these headings can be read: every needed field has a column, and every column is there once. All
 * fields that lack one are named at once.
 * Refuses `import_unmapped`, `import_unknown_column`, `import_heading_twice`.
 */
export function canRead(file: ImportFile, headings: readonly string[], columns: Columns): Verdict {
  const where = { file: fileLabel(file), columns: headings.join(', ') }
  const needs: Readonly<Partial<Record<ImportField, string>>> = importFields[file]
  const missing = fieldsOfFile(file).filter(
    (field) => needs[field] === 'needed' && columnOf(columns, file, field) === undefined,
  )
  if (missing.length > 0) return refused('import_unmapped', { ...where, field: missing.map(fieldLabel) })
  for (const field of fieldsOfFile(file)) {
    const column = columnOf(columns, file, field)
    if (column === undefined) continue
    const times = headings.filter((heading) => heading === column).length
    if (times === 0) return refused('import_unknown_column', { ...where, field: fieldLabel(field), column })
    if (times > 1) return refused('import_heading_twice', { ...where, column })
  }
  return ok
}
