import { Readable } from 'node:stream'
import { and, asc, gte, lte, sql } from 'drizzle-orm'
import { type Account, chartOfAccounts, documentOf, journalLines } from '#contract/journal.ts'
import { fileName } from '#contract/kernel/format.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { FileResponse } from '#server/kernel/base/file-response.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { type Cell, type FileColumn, plainAmount } from '#server/kernel/export/column.ts'
import { csvFile } from '#server/kernel/export/csv.ts'
import { journalEntryRows as entries } from './store.ts'

/** So many entries are read at once. */
const portion = 2_000

type StoredEntry = typeof entries.$inferSelect

/** Days whose journal is asked for, the first and the last. */
export interface JournalSpan {
  readonly from: LocalDate
  readonly to: LocalDate
}

const columns = [
  ...(['day', 'account', 'accountName', 'debit', 'credit', 'currency', 'kind', 'document', 'documentId'] as const),
  ...(['loanId', 'valueDate'] as const),
] as const
const types: Partial<Record<(typeof columns)[number], FileColumn['type']>> = {
  ...{ day: 'date', valueDate: 'date', debit: 'money', credit: 'money' },
}

/** An entry as lines of the file, one for each account. */
function linesOf(entry: StoredEntry, t: Context['t']): Cell[][] {
  const { kind, day, currency, documentId, loanId, valueOn } = entry
  const amount = (minor: number) => (minor === 0 ? null : plainAmount(ofMinor(minor, currency)))
  const name = (account: Account) => t(`accountingDays.account.${account}`)
  const lines = journalLines(kind, {
    ...{ principal: entry.principalMinor, interest: entry.interestMinor, fee: entry.feeMinor },
    ...{ penalty: entry.penaltyMinor, cash: entry.cashMinor, gst: entry.gstMinor },
    ...{ extensionFee: entry.extensionMinor, overpaid: entry.overpaidMinor, cleared: entry.clearedMinor },
  })
  return lines.map(({ account, debit, credit }) => [
    ...[day, chartOfAccounts[account], name(account), amount(debit), amount(credit), currency],
    ...[
      t(`accountingDays.kind.${kind}`),
      t(`accountingDays.document.${documentOf[kind]}`),
      documentId,
      loanId,
      valueOn,
    ],
  ])
}

/** Entries of the days in the order of the file, portion by portion. Those of closed days do not change meanwhile. */
async function* portions({ from, to }: JournalSpan, { app, t }: Context): AsyncGenerator<Cell[][]> {
  let last: StoredEntry | undefined
  for (;;) {
    const behind =
      last && sql`(${entries.day}, ${entries.kind}, ${entries.id}) > (${last.day}, ${last.kind}, ${last.id})`
    const found = await app.database.db
      .select()
      .from(entries)
      .where(and(gte(entries.day, from), lte(entries.day, to), behind))
      .orderBy(asc(entries.day), asc(entries.kind), asc(entries.id))
      .limit(portion)
    yield found.flatMap((entry) => linesOf(entry, t))
    if (found.length < portion) return
    last = found.at(-1)
  }
}

/** The journal of these days as a file (CSV), in the language of whoever takes it along. */
export function journalFile(span: JournalSpan, context: Context): FileResponse {
  const { t } = context
  const heads = columns.map(
    (name): FileColumn => ({ name, heading: t(`accountingDays.${name}`), type: types[name] ?? 'text', cell: String }),
  )
  const { from, to } = span
  const name = fileName(t('accountingDays.journal.file'), from === to ? from : `${from} ${to}`, 'csv')
  const body = Readable.from(csvFile(heads, portions(span, context)), { objectMode: false })
  return new FileResponse(name, 'text/csv; charset=utf-8', body)
}
