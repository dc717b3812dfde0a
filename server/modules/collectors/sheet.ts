import { inArray } from 'drizzle-orm'
import { collectorSheetMax, NewCollector } from '#contract/collectors/calls.ts'
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
import { needsRelease } from '#server/modules/roles/steps/money-rights.ts'
import { roleRows } from '#server/modules/roles/store.ts'
import { assignableRole } from '#server/modules/staff/steps/add.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { addCollectors, mustBePlaced } from './add.ts'

const columns = [
  ...(['account', 'name', 'phone', 'password', 'jobNumber', 'role', 'agency', 'unit', 'stages'] as const),
  ...(['participates', 'addressBook', 'capacity', 'certificate', 'certificateUntil', 'state'] as const),
] as const
type Column = (typeof columns)[number]

/** The sheet that many collectors are added by. A role stands there by its mark, agency and unit by their ids. */
export const collectorSheet: Template<Column> = { id: 'collectors', version: 1, columns, rowsMax: collectorSheetMax }

/** The column that a field stands in, where that is called otherwise. */
const columnsOf: Readonly<Record<string, Column>> = {
  ...{ roleId: 'role', agencyId: 'agency', unitId: 'unit', addressBookVisible: 'addressBook' },
}
const columnOf = (field: string) => columnsOf[field] ?? (field as Column) // all others are called as their field is

/** Reference data that lines are held against: roles by their mark, accounts that are taken. */
interface ReferenceData {
  readonly roles: ReadonlyMap<string, IdOf<'role'>>
  readonly accounts: ReadonlySet<string>
}
/** A line that is fine by itself. */
interface SheetCollector {
  readonly line: number
  readonly person: NewCollector
}

/** What there is of the roles and accounts that a sheet names. */
async function knownIn(lines: readonly TemplateLine<Column>[], { tx }: Context): Promise<ReferenceData> {
  const roles = await tx.select({ id: roleRows.id, mark: roleRows.mark }).from(roleRows)
  const { account } = staffRows
  const named = lines.map(({ cells }) => cells.account.toLowerCase())
  const taken = await tx.select({ account }).from(staffRows).where(inArray(account, named))
  return { roles: new Map(roles.map(({ mark, id }) => [mark, id])), accounts: new Set(taken.map((one) => one.account)) }
}

const flags: Readonly<Record<string, boolean>> = { yes: true, no: false }
const flagIn = (cell: string) => flags[cell.toLowerCase()] ?? (cell || undefined)
const numberIn = (cell: string) => (/^\d+$/.test(cell) ? Number(cell) : cell || null)

/** The cells of a line as the form would have them. An unknown role is one that nobody may give. */
const fieldsOf = ({ cells }: TemplateLine<Column>, { roles }: ReferenceData) => ({
  ...{ account: cells.account, name: cells.name, phone: cells.phone, password: cells.password },
  ...(cells.jobNumber && { jobNumber: cells.jobNumber }),
  ...(cells.role && { roleId: roles.get(cells.role.toUpperCase()) ?? cells.role }),
  ...{ agencyId: cells.agency, unitId: cells.unit, stages: cells.stages, state: cells.state.toLowerCase() },
  ...{ participates: flagIn(cells.participates), addressBookVisible: flagIn(cells.addressBook) },
  ...{ capacity: numberIn(cells.capacity), certificate: cells.certificate || null },
  certificateUntil: cells.certificateUntil || null,
})

/** A line as the form would take it, or what is wrong with its cells. */
async function parseLine(
  line: TemplateLine<Column>,
  known: ReferenceData,
  context: Context,
): Promise<SheetCollector | CellIssue[]> {
  const { cells, line: at } = line
  const parsed = NewCollector.safeParse(fieldsOf(line, known))
  const fields = new Set(parsed.error?.issues.map(({ path }) => columnOf(String(path[0]))))
  const issues = [...fields].map((column) => issueAt(at, column, cells[column] === '' ? 'required' : 'invalid'))
  if (known.accounts.has(cells.account.toLowerCase())) issues.push(issueAt(at, 'account', 'known_already'))
  if (!parsed.success) return issues
  try {
    const person = await mustBePlaced(parsed.data, context)
    await assignableRole(context.tx, person.roleId, context.actor)
    return issues.length > 0 ? issues : { line: at, person }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { fault, values, field = 'account' } = error
    return [...issues, issueAt(at, columnOf(field), fault, context.t(`faults.${fault}`, values))]
  }
}

/**
 * Adds the people of a filled sheet: all of them, or none; filed as one request where their role moves money. Each chooses a
 * password of their own at their first sign-in.
 * @throws Refusal for a file that is not the template; InvalidInput naming line and column of everything that is wrong.
 */
export async function addFromSheet(
  path: string,
  context: Context,
): Promise<{ added: number; request: IdOf<'approval'> | null }> {
  const lines = await readTemplate(collectorSheet, path)
  const known = await knownIn(lines, context)
  const parsed: (SheetCollector | CellIssue[])[] = []
  for (const line of lines) parsed.push(await parseLine(line, known, context))
  const people = mustParse(parsed, (fine) => duplicatesIn(fine, 'account', ({ person }) => person.account))
  const members = people.map(({ person }) => person)
  const roleIds = [...new Set(members.flatMap(({ roleId }) => roleId ?? []))]
  if (!(await needsRelease(roleIds, null, context)))
    return { ...(await addCollectors(members, context)), request: null }
  const request = await fileRequest({ call: 'collectors.addMany', input: { members } }, undefined, context)
  context.note({ objectId: request })
  return { added: 0, request }
}
