import { type BlacklistKind, NewBlacklistEntry } from '#contract/blacklist.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
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
import { fileRequest } from '#server/modules/approvals/steps.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { addEntry } from './actions.ts'
import { markOf } from './marks.ts'

const columns = ['kind', 'value', 'reason'] as const
type Column = (typeof columns)[number]
type Line = TemplateLine<Column>
/** The sheet that many entries are added by. */
export const blacklistSheet: Template<Column> = { id: 'blacklist', version: 1, columns, rowsMax: 2_000 }

/** Adds several entries: all of them, or none. @throws Refusal of the first that is refused. */
export async function addEntries(entries: readonly NewBlacklistEntry[], context: Context): Promise<{ added: number }> {
  const listed: Partial<Record<`kind.${BlacklistKind}`, string[]>> = {}
  for (const entry of entries) {
    const { shown } = await addEntry(entry, 'sheet', context)
    const those = listed[`kind.${entry.kind}`] ?? []
    listed[`kind.${entry.kind}`] = [...those, shown]
  }
  context.note({ after: { ...listed, added: Object.values(listed).flat() } })
  return { added: entries.length }
}

/** A line as the form would take it, or what is wrong with it. */
async function parseLine({ line, cells }: Line, context: Context) {
  const parsed = NewBlacklistEntry.safeParse(cells)
  if (!parsed.success) {
    return parsed.error.issues.map(({ path: [at] }) => {
      const column = String(at) as Column // a field of the entry, which has the columns
      return issueAt(line, column, cells[column] === '' ? 'required' : 'invalid')
    })
  }
  try {
    const { kind, mark } = await markOf(parsed.data.kind, parsed.data.value, context)
    return { line, entry: parsed.data, key: `${kind} ${mark}` }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [issueAt(line, 'value', error.fault, context.t(`faults.${error.fault}`, error.values))]
  }
}

/**
 * Adds the entries of a sheet: all of them, or none; filed as one request where it takes a second person.
 * @throws Refusal for a file that is not the template; InvalidInput naming line and column of everything that is wrong.
 */
export async function addFromSheet(
  path: string,
  context: Context,
): Promise<{ added: number; request: IdOf<'approval'> | null }> {
  const lines = await readTemplate(blacklistSheet, path)
  const parsed: (Exclude<Awaited<ReturnType<typeof parseLine>>, CellIssue[]> | CellIssue[])[] = []
  for (const line of lines) parsed.push(await parseLine(line, context))
  const entries = mustParse(parsed, (those) => duplicatesIn(those, 'value', ({ key }) => key)).map(({ entry }) => entry)
  if (!(await parameter(context.tx, 'blacklist.fourEyes')))
    return { ...(await addEntries(entries, context)), request: null }
  const request = await fileRequest({ call: 'blacklist.addMany', input: { entries } }, undefined, context)
  context.note({ objectId: request })
  return { added: 0, request }
}
