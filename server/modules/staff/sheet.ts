import { inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { IdOf } from '#contract/kernel/values.ts'
import { StaffSheetLine, staffSheetMax } from '#contract/staff.ts'
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
import { grantsOfRole, mustHold } from '#server/modules/roles/steps.ts'
import { roleRows } from '#server/modules/roles/store.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { addMembers, mayStaff } from './steps/add.ts'
import { staffRows } from './store.ts'

const columns = ['account', 'name', 'phone', 'password', 'role', 'unit', 'jobNumber', 'email', 'language'] as const
type Column = (typeof columns)[number]

/** The sheet that many people are added by. A role stands there by its mark, a unit by its id. */
export const staffSheet: Template<Column> = { id: 'staff', version: 1, columns, rowsMax: staffSheetMax }

interface SheetMember {
  readonly line: number
  readonly roleId: IdOf<'role'>
  readonly details: z.output<typeof StaffSheetLine>
}
/** Reference data that lines are held against: roles by their mark, units within reach, accounts that are taken. */
interface ReferenceData {
  readonly roles: ReadonlyMap<string, typeof roleRows.$inferSelect>
  readonly units: ReadonlySet<string>
  readonly accounts: ReadonlySet<string>
}

/** What there is of the roles, units and accounts that a sheet names. */
async function knownIn(lines: readonly TemplateLine<Column>[], { tx, actor }: Context): Promise<ReferenceData> {
  const roles = await tx.select().from(roleRows)
  const units = await tx.select({ id: unitRows.id, path: unitRows.path }).from(unitRows)
  const accounts = lines.map(({ cells }) => cells.account.toLowerCase())
  const taken = await tx
    .select({ account: staffRows.account })
    .from(staffRows)
    .where(inArray(staffRows.account, accounts))
  return {
    roles: new Map(roles.map((role) => [role.mark, role])),
    units: new Set(units.flatMap(({ id, path }) => (mayStaff(actor, 'staff.add', path) ? id : []))),
    accounts: new Set(taken.map(({ account }) => account)),
  }
}

/** What is wrong with a cell, as the form would say: a key below `issues`. */
function reasonOf(issue: z.core.$ZodIssue, cell: string): string {
  if (cell === '') return 'required'
  if (issue.code === 'custom') return issue.message
  if (issue.code !== 'invalid_format') return 'invalid'
  return issue.format === 'email' ? 'not_an_email' : issue.code
}

/** A line as the form would take it, or what is wrong with it. */
function parseLine({ line, cells }: TemplateLine<Column>, known: ReferenceData): SheetMember | CellIssue[] {
  const role = known.roles.get(cells.role.toUpperCase())
  const given = { ...cells, unitId: cells.unit }
  const parsed = StaffSheetLine.safeParse(Object.fromEntries(Object.entries(given).filter(([, cell]) => cell !== '')))
  const columnOf = (field: PropertyKey | undefined) => (field === 'unitId' ? 'unit' : String(field))
  const issues = [
    ...(parsed.error?.issues ?? []).map((issue) => {
      const column = columnOf(issue.path[0])
      return issueAt(line, column, reasonOf(issue, cells[column as Column]))
    }),
    ...(role?.state === 'enabled' ? [] : [issueAt(line, 'role', cells.role === '' ? 'required' : 'unknown_role')]),
    ...(cells.unit === '' || known.units.has(cells.unit) ? [] : [issueAt(line, 'unit', 'unknown_unit')]),
    ...(known.accounts.has(cells.account.toLowerCase()) ? [issueAt(line, 'account', 'known_already')] : []),
  ]
  return parsed.success && role && issues.length === 0 ? { line, roleId: role.id, details: parsed.data } : issues
}

/** What is wrong with the roles of a sheet: those that the caller may not give. */
async function rolesBeyond(
  members: readonly SheetMember[],
  { tx, actor }: Context,
): Promise<ReadonlySet<IdOf<'role'>>> {
  const beyond = new Set<IdOf<'role'>>()
  for (const roleId of new Set(members.map((member) => member.roleId))) {
    const refused = await mustHold(tx, actor, await grantsOfRole(tx, roleId)).then(
      () => false,
      (error: unknown) => error instanceof Refusal || Promise.reject(error),
    )
    if (refused) beyond.add(roleId)
  }
  return beyond
}

/**
 * Adds the people of a filled sheet: all of them, or none; filed as one request where a role among theirs moves money. Each
 * chooses a password of their own at their first sign-in.
 * @throws Refusal for a file that is not the template; InvalidInput naming line and column of everything that is wrong.
 */
export async function addFromSheet(
  path: string,
  context: Context,
): Promise<{ added: number; request: IdOf<'approval'> | null }> {
  const lines = await readTemplate(staffSheet, path)
  const known = await knownIn(lines, context)
  const repeated = (members: readonly SheetMember[]) =>
    duplicatesIn(members, 'account', ({ details }) => details.account)
  const parsed = mustParse(
    lines.map((line) => parseLine(line, known)),
    repeated,
  )
  const beyond = await rolesBeyond(parsed, context)
  mustParse(parsed.map((one) => (beyond.has(one.roleId) ? [issueAt(one.line, 'role', 'beyond_own_rights')] : one)))
  const members = parsed.map(({ details, roleId }) => ({ ...details, roleId }))
  const roleIds = [...new Set(members.map(({ roleId }) => roleId))]
  if (!(await needsRelease(roleIds, null, context))) return { ...(await addMembers(members, context)), request: null }
  const request = await fileRequest({ call: 'staff.addMany', input: { members } }, undefined, context)
  context.note({ objectId: request })
  return { added: 0, request }
}
