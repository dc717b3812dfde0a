import { inArray } from 'drizzle-orm'
import { z } from 'zod'
import { countries } from '#contract/kernel/countries.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import { type Currency, type IdOf, LocalDate } from '#contract/kernel/values.ts'
import { loanFlow } from '#contract/loans/flow.ts'
import { RepaymentChannel } from '#contract/loans/write-off.ts'
import { amountCell, booleanCell, type CellCodec, choiceCell, textCell } from '#contract/products/cell-codecs.ts'
import { writeOffs } from '#contract/write-offs.ts'
import { ids, newId } from '#server/kernel/base/ids.ts'
import { InvalidInput, Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import {
  type CellIssue,
  duplicatesIn,
  issueAt,
  mustParse,
  readTemplate,
  type Template,
  type TemplateLine,
} from '#server/kernel/call/csv-template.ts'
import { idsWithin } from '#server/kernel/listing/read-rows.ts'
import { loanSource } from '#server/modules/loans/source.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { fileWriteOff, type WriteOffArgs } from './steps/file-write-off.ts'

const date: CellCodec = {
  read: (cell) => (LocalDate.safeParse(cell).success ? { value: cell } : { problem: 'not_a_date' }),
  write: (value: string) => value,
}
const code: CellCodec = { read: (cell) => ({ value: cell.toUpperCase() }), write: (value: string) => value }

const cells = {
  loanId: textCell,
  amount: amountCell,
  channel: choiceCell('payments.channel', ...[...RepaymentChannel.values].map(String)),
  bankCode: code,
  utr: code,
  upi: textCell,
  repaidOn: date,
  reason: textCell,
  blacklist: booleanCell,
} as const satisfies Record<string, CellCodec>
type Column = keyof typeof cells
const columns = Object.keys(cells) as Column[]
const blank: Partial<Record<Column, unknown>> = { blacklist: false }

const rowsMax = 5_000

/** The sheet that many write-offs are filed in: an order on each line, with what came in; the rest is given up. */
export const writeOffTemplate: Template<Column> = { id: 'write-offs', version: 1, columns, rowsMax }

type ParsedLine = { readonly line: number; readonly loanId: IdOf<'loan'>; readonly wanted: WriteOffArgs }
const LineTexts = z.object({
  reason: z.string().max(500),
  upi: z.string().max(80),
  bankCode: z.string().max(40),
  utr: z.string().max(22),
})

/** What one line asks for, or what is wrong with it. */
function readLine({ line, cells: typed }: TemplateLine<Column>, currency: Currency): ParsedLine | CellIssue[] {
  const value: Partial<Record<Column, unknown>> = {}
  const issues: CellIssue[] = []
  for (const column of columns) {
    const missing = column in blank ? { value: blank[column] } : { problem: 'required' }
    const got = typed[column] === '' ? missing : cells[column].read(typed[column], currency)
    if ('problem' in got) issues.push(issueAt(line, column, got.problem))
    else value[column] = got.value
  }
  const checked = LineTexts.safeParse(value, { reportInput: true })
  if (issues.length === 0 && !checked.success) {
    issues.push(...checked.error.issues.map((issue) => ({ ...issue, path: [line, ...issue.path] })))
  }
  if (issues.length > 0) return issues
  const { loanId, amount: minor, ...rest } = value as Record<Column, never> // each read by its own cell
  return {
    line,
    loanId,
    wanted: { type: 'batch', ...(rest as object), line, amount: ofMinor(minor, currency) } as WriteOffArgs,
  }
}

/** The same order or reference on two lines. */
const duplicates = (lines: readonly ParsedLine[]): CellIssue[] => [
  ...duplicatesIn(lines, 'loanId', ({ loanId }) => loanId),
  ...duplicatesIn(lines, 'utr', ({ wanted }) => (wanted.amount.minor > 0 ? wanted.utr : null)),
]

/** Files one line in a savepoint of its own, or says what is wrong with it. */
async function fileLine(one: ParsedLine, loan: typeof loanRows.$inferSelect, context: Context): Promise<CellIssue[]> {
  const verdict = loanFlow.can('writeOffBatch')(loan)
  if (!verdict.ok)
    return [issueAt(one.line, 'loanId', verdict.fault, context.t(`faults.${verdict.fault}`, verdict.values))]
  try {
    await context.tx.transaction((tx) => fileWriteOff(loan, one.wanted, { ...context, tx }))
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const column = error.field && columns.includes(error.field as Column) ? error.field : 'loanId'
    return [issueAt(one.line, column, error.fault, context.t(`faults.${error.fault}`, error.values))]
  }
}

/** The orders of a sheet that its sender reaches, locked in one order, so that two sheets at once do not wait for each other. */
async function lockLoans(lines: readonly ParsedLine[], { tx, actor, app }: Context) {
  const access = { actor, scopes: actor.scopesOf(writeOffs.upload.requires), app }
  const loanIds = lines.map(({ loanId }) => loanId)
  const reached = await idsWithin(tx, loanSource, loanIds, access)
  const rows = await tx.select().from(loanRows).where(inArray(loanRows.id, reached)).orderBy(loanRows.id).for('update')
  return new Map(rows.map((loan) => [loan.id, loan]))
}

/**
 * Files the write-offs of a filled sheet, for somebody else to approve: all of them, or none.
 * @throws Refusal for a file that is not the template; InvalidInput naming line and column of everything that is wrong.
 */
export async function fileSheet(path: string, context: Context): Promise<{ sheet: string; filed: number }> {
  const { tx, today, app } = context
  const { currency } = countries[app.clock.country]
  const parsed = (await readTemplate(writeOffTemplate, path)).map((line) => readLine(line, currency))
  const lines = mustParse(parsed, duplicates)
  const sheet = await newId(tx, ids.sheet, today)
  const loans = await lockLoans(lines, context)
  const issues: CellIssue[] = []
  for (const one of lines) {
    const loan = loans.get(one.loanId)
    const filed = { ...one, wanted: { ...one.wanted, sheet } }
    issues.push(...(loan ? await fileLine(filed, loan, context) : [issueAt(one.line, 'loanId', 'unknown_loan')]))
  }
  if (issues.length > 0) throw new InvalidInput(issues)
  return { sheet, filed: lines.length }
}
