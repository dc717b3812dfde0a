import { asc, inArray } from 'drizzle-orm'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import type { IdOf, Version } from '#contract/kernel/values.ts'
import { NewParameter, parameterSubject, type parameters } from '#contract/parameters/calls.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { inSavepoint } from '#server/kernel/base/transaction.ts'
import type { Context } from '#server/kernel/call/context.ts'
import {
  type CellIssue,
  duplicatesIn,
  issueAt,
  mustParse,
  readTemplate,
  type Template,
  type TemplateLine,
  templateFile,
} from '#server/kernel/call/csv-template.ts'
import { changedBy } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { fileRequest } from '#server/modules/approvals/steps.ts'
import { kindOf, parameterSource, typedValue } from './source.ts'
import { parameterRows } from './store.ts'
import { addParameter, mustOpenBeforeClosing, setValue } from './write.ts'

const columns = ['number', 'code', 'name', 'type', 'value', 'remark'] as const
type Column = (typeof columns)[number]
type Line = TemplateLine<Column>
const rowsMax = 1_000

/** What stands for a secret. */
export const secretText = '•••'

/** The sheet that parameters are set and added by. */
const parameterSheet: Template<Column> = { id: 'parameters', version: 2, columns, rowsMax }

const storedParameters = ({ tx }: Pick<Context, 'tx'>) =>
  tx.select().from(parameterRows).orderBy(asc(parameterRows.number))

/** The sheet with every parameter as it is. A secret stands there without its value: blank, it stays. */
export async function filledSheet({ tx, app, t }: Context) {
  const rows = await storedParameters({ tx })
  return templateFile(
    parameterSheet,
    rows.map((row) => {
      const kind = kindOf(row)
      return {
        number: String(row.number),
        code: row.id,
        name: row.name ?? t(`parameters.of.${row.id}`),
        type: kind,
        value: kind === 'secret' ? '' : typedValue(row, app.clock.country),
        remark: row.remark,
      }
    }),
  )
}

/** Does something for a line; what it refuses is wrong at a column of that line. */
async function attempt({ line }: Line, work: () => Promise<unknown>, { t }: Context): Promise<CellIssue[]> {
  try {
    await work()
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [issueAt(line, columnOf(error.field), error.fault, t(`faults.${error.fault}`, error.values))]
  }
}

const repeatedCodes = (lines: readonly Line[]) => [
  ...duplicatesIn(lines, 'code', ({ cells }) => cells.code),
  ...duplicatesIn(lines, 'number', ({ cells }) => cells.number),
]
/** The cell of a refused field; a value where it is none. */
const columnOf = (field: string | undefined): Column =>
  field === 'id' ? 'code' : field === 'kind' ? 'type' : (columns.find((column) => column === field) ?? 'value')

/** Adds the parameters of a sheet: all of them, or none. @throws InvalidInput naming every wrong cell. */
export async function addFromSheet(path: string, context: Context): Promise<{ added: number }> {
  const lines = await readTemplate(parameterSheet, path)
  const issues: CellIssue[] = repeatedCodes(lines)
  for (const one of lines) {
    const { number, code, name, type, value, remark } = one.cells
    const parsed = NewParameter.safeParse({ number: Number(number), id: code, name, kind: type, value, remark })
    if (parsed.success) issues.push(...(await attempt(one, () => addParameter(parsed.data, context), context)))
    else
      issues.push(
        ...parsed.error.issues.map(({ path: [at] }) => {
          const column = columnOf(String(at))
          return issueAt(one.line, column, one.cells[column] === '' ? 'required' : 'invalid')
        }),
      )
  }
  mustParse([issues])
  const values = lines.map(({ cells }) => [cells.code, cells.type === 'secret' ? secretText : cells.value])
  context.note({ after: { added: lines.map(({ cells }) => cells.code), values: Object.fromEntries(values) } })
  return { added: lines.length }
}

type StoredParameter = typeof parameterRows.$inferSelect
type ParameterEdit = Parsed<typeof parameters.editMany>['values'][number]

/** Every parameter, by its code. */
const parametersByCode = async (context: Pick<Context, 'tx'>) =>
  new Map<string, StoredParameter>((await storedParameters(context)).map((row) => [row.id, row]))

/** What differs, by code, before and after, and why. */
function noteEdits(
  values: readonly ParameterEdit[],
  known: ReadonlyMap<string, StoredParameter>,
  { note, app }: Context,
): { changed: number } {
  const before = values.map(({ id }) => [id, typedValue(known.get(id)!, app.clock.country)] as const)
  const typed = values.map(({ id, value }) => [id, kindOf(known.get(id)!) === 'secret' ? secretText : value] as const)
  const remarks = Object.fromEntries(values.map(({ id, remark }) => [id, remark]))
  note({ before: Object.fromEntries(before), after: Object.fromEntries(typed), input: { remarks } })
  return { changed: values.length }
}
const place = rowSource(parameterSubject, parameterSource)

/** Keeps parameters from others until the transaction ends. */
const lockParameters = ({ tx }: Context, ids: readonly ParameterEdit['id'][]) =>
  tx
    .select({ id: parameterRows.id })
    .from(parameterRows)
    .where(inArray(parameterRows.id, [...ids]))
    .orderBy(parameterRows.id)
    .for('update')

/** Sets several parameters: all of them, or none. @throws Refusal of the first that is refused. */
export async function editMany(values: readonly ParameterEdit[], context: Context): Promise<{ changed: number }> {
  await lockParameters(
    context,
    values.map(({ id }) => id),
  )
  const known = await parametersByCode(context)
  for (const { id, version, value, remark } of values) {
    const row = known.get(id)
    if (!row) throw new Refusal('not_found')
    if (version !== undefined && version !== row.version)
      throw new Refusal('stale_version', { by: await changedBy(context.tx, place.source, id) })
    await setValue({ id, kind: kindOf(row) }, { value, remark }, context)
  }
  await mustOpenBeforeClosing(
    context.tx,
    values.map(({ id }) => id),
  )
  return noteEdits(values, known, context)
}

/** The lines of a sheet that change something, as edits; what is wrong with a line is an issue. */
function editsIn(lines: readonly Line[], known: ReadonlyMap<string, StoredParameter>, { app }: Context) {
  const issues: CellIssue[] = repeatedCodes(lines)
  const edits = lines.flatMap((line) => {
    const { number, code, value, remark } = line.cells
    const row = known.get(code)
    if (!row) issues.push(issueAt(line.line, 'code', 'unknown_parameter'))
    else if (number !== String(row.number)) issues.push(issueAt(line.line, 'number', 'invalid'))
    if (!row || value === typedValue(row, app.clock.country) || (kindOf(row) === 'secret' && value === '')) return []
    if (remark === '') issues.push(issueAt(line.line, 'remark', 'required'))
    const version = row.version as Version // as the column counts
    return [{ line, edit: { id: row.id, version, value, remark }, kind: kindOf(row) }]
  })
  return { issues, edits }
}

/**
 * Sets the parameters of a sheet: all of them, or none; a line without a difference changes nothing. Where one needs a
 * second person, the sheet is filed as it is.
 */
export async function editFromSheet(
  path: string,
  context: Context,
): Promise<{ changed: number; request: IdOf<'approval'> | null }> {
  const lines = await readTemplate(parameterSheet, path)
  const known = await parametersByCode(context)
  const { issues, edits } = editsIn(lines, known, context)
  const values = edits.map(({ edit }) => edit)
  const release = { needed: false }
  const mustBeReleased = () => {
    release.needed = true
    return null
  }
  await inSavepoint(context.tx, async (tx) => {
    for (const { line, edit, kind } of edits) {
      const set = () => setValue({ id: edit.id, kind }, edit, { ...context, tx, mustBeReleased })
      issues.push(...(await attempt(line, set, context)))
    }
    const hours = edits.find(({ edit }) => edit.id.startsWith('office.'))
    const check = () =>
      mustOpenBeforeClosing(
        tx,
        values.map(({ id }) => id),
      )
    if (hours) issues.push(...(await attempt(hours.line, check, context)))
    mustParse([issues])
    return release.needed ? 'rollBack' : 'keep'
  })
  if (!release.needed) return { ...noteEdits(values, known, context), request: null }
  const request = await fileRequest({ call: 'parameters.editMany', input: { values } }, undefined, context)
  context.note({ objectId: request })
  return { changed: 0, request }
}
