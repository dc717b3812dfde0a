import { type Currency, LocalDate } from '#contract/kernel/values.ts'
import { utrAccepted } from '#contract/loans/write-off.ts'
import { amountCell } from '#contract/products/cell-codecs.ts'
import {
  type CellIssue,
  duplicatesIn,
  issueAt,
  mustParse,
  readTemplate,
  type Template,
  type TemplateLine,
} from '#server/kernel/call/csv-template.ts'

type Column = 'bookedOn' | 'utr' | 'amount' | 'bank'
const [rowsMax, bankMax] = [5_000, 40]

/** The sheet that a bank's statement is put into: what came in, a transfer on each line. */
export const statementTemplate: Template<Column> = {
  id: 'statement',
  version: 1,
  columns: ['bookedOn', 'utr', 'amount', 'bank'],
  rowsMax,
}

/** A transfer as the bank has it. */
export interface Transfer {
  readonly line: number
  readonly bookedOn: LocalDate
  readonly utr: string
  readonly amountMinor: number
  readonly bank: string | null
}

interface Bounds {
  readonly currency: Currency
  readonly today: LocalDate
}

/** One line, and everything that is wrong with it, by column. */
function readLine({ line, cells }: TemplateLine<Column>, { currency, today }: Bounds): Transfer | CellIssue[] {
  const utr = cells.utr.toUpperCase()
  const day = LocalDate.safeParse(cells.bookedOn)
  const read = amountCell.read(cells.amount, currency)
  const minor = 'value' in read ? Number(read.value) : 0
  const issues = [
    ...(day.success ? [] : [issueAt(line, 'bookedOn', 'not_a_date')]),
    ...(day.success && day.data > today ? [issueAt(line, 'bookedOn', 'in_the_future')] : []),
    ...(utrAccepted(utr, 1).ok ? [] : [issueAt(line, 'utr', 'not_a_utr')]),
    ...('problem' in read ? [issueAt(line, 'amount', read.problem)] : []),
    ...('value' in read && minor <= 0 ? [issueAt(line, 'amount', 'not_positive')] : []),
    ...(cells.bank.length > bankMax ? [issueAt(line, 'bank', 'too_long')] : []),
  ]
  if (issues.length > 0 || !day.success) return issues
  return { line, bookedOn: day.data, utr, amountMinor: minor, bank: cells.bank || null }
}

/**
 * Reads a statement.
 * @throws Refusal for a file that is not the template; InvalidInput naming line and column of everything that is wrong.
 */
export async function readStatement(path: string, bounds: Bounds): Promise<Transfer[]> {
  const lines = (await readTemplate(statementTemplate, path)).map((line) => readLine(line, bounds))
  return mustParse(lines, (transfers) => duplicatesIn(transfers, 'utr', ({ utr }) => utr))
}
