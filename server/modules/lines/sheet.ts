import { inArray } from 'drizzle-orm'
import { NewLine } from '#contract/lines.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import {
  type CellIssue,
  issueAt,
  mustParse,
  readTemplate,
  type Template,
  type TemplateLine,
} from '#server/kernel/call/csv-template.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { addLine } from './write.ts'

const columns = ['kind', 'number', 'provider', 'account', 'agency'] as const
type Column = (typeof columns)[number]

/** The sheet that many lines are added by. A person stands there by their account, an agency and a provider by their code. */
export const lineSheet: Template<Column> = { id: 'lines', version: 1, columns, rowsMax: 2_000 }

/** The column that a field stands in. */
const columnOf: Readonly<Record<string, Column>> = {
  ...{ kind: 'kind', number: 'number', providerId: 'provider', staffId: 'account', agencyId: 'agency' },
}

const accountIn = ({ cells }: TemplateLine<Column>) => cells.account.toLowerCase()

/** Who has which account. Whether the sender of a sheet reaches them is asked line by line. */
async function staffByAccount(
  lines: readonly TemplateLine<Column>[],
  { tx }: Context,
): Promise<ReadonlyMap<string, string>> {
  const { id, account } = staffRows
  const named = await tx
    .select({ id, account })
    .from(staffRows)
    .where(inArray(account, lines.map(accountIn)))
  return new Map(named.map((one) => [one.account, one.id]))
}

/** Adds the line of a line, or says what is wrong with its cells. */
async function addOne(
  typed: TemplateLine<Column>,
  staff: ReadonlyMap<string, string>,
  context: Context,
): Promise<CellIssue[]> {
  const { line, cells } = typed
  const { kind, number, provider, account, agency } = cells
  // an account of nobody is nobody's id, and refused as such
  const staffId = staff.get(accountIn(typed)) ?? account
  const given = { kind, number, providerId: provider || undefined, agencyId: agency || undefined }
  const parsed = NewLine.safeParse({ ...given, staffId: staffId || undefined })
  if (!parsed.success) {
    return parsed.error.issues.map(({ path: [at] }) => {
      const column = columnOf[String(at)]! // a field of the form
      return issueAt(line, column, cells[column] === '' ? 'required' : 'invalid')
    })
  }
  try {
    await addLine(parsed.data, context)
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { fault, values, field = 'number' } = error
    return [issueAt(line, columnOf[field] ?? 'number', fault, context.t(`faults.${fault}`, values))]
  }
}

/**
 * Adds the lines of a sheet: all of them, or none.
 * @throws Refusal for a file that is not the template; InvalidInput naming line and column of everything that is wrong.
 */
export async function addFromSheet(path: string, context: Context): Promise<{ added: number }> {
  const lines = await readTemplate(lineSheet, path)
  const staff = await staffByAccount(lines, context)
  const issues: CellIssue[] = []
  for (const one of lines) issues.push(...(await addOne(one, staff, context)))
  mustParse([issues])
  context.note({ after: { numbers: lines.map(({ cells }) => cells.number) } })
  return { added: lines.length }
}
