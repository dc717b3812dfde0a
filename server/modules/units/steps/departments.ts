import { and, eq, ne } from 'drizzle-orm'
import { type Department, departments } from '#contract/departments.ts'
import type { Endpoint, Parsed } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { collectionPath, lockOpenCases, moveWaitingCases } from '#server/modules/cases/steps/cases.ts'
import { rewritePaths } from '../paths.ts'
import { agencyAt, lockPaths, rootUnit } from '../steps.ts'
import { unitRows } from '../store.ts'
import { type AddedUnit, addBelow, editUnit, lockTree, mustBeNamedAlone, reaches, unitAt } from '../tree.ts'

type DepartmentCall = Context & { readonly row: Department }
type ParentId = IdOf<'parentDepartment'>

/** A department of the house within reach of a call; the head office where none is named. @throws Refusal `unknown_department`. */
async function parentFor(id: ParentId | undefined, endpoint: Endpoint, call: Context) {
  const { tx } = call
  const parent = id ? await unitAt(tx, id as string as IdOf<'unit'>) : await rootUnit(tx) // looked for as what others stand below
  const known = parent && reaches(call, endpoint, parent.path) && !(await agencyAt(tx, parent.path))
  if (!known) throw new Refusal('unknown_department', undefined, { field: 'parentId' })
  return parent
}

/** Adds a department below another, or below the head office. @throws Refusal as `parentFor` and `addBelow`. */
export async function addDepartment(
  { name, officerId, parentId }: Parsed<typeof departments.add>,
  call: Context,
): Promise<AddedUnit> {
  await lockTree(call.tx)
  const parent = await parentFor(parentId, departments.add, call)
  return addBelow(parent, { kind: 'department', name, officerId: officerId ?? null }, call)
}

/** Writes what a department is called, and who answers for it. @throws Refusal `name_taken`, `unknown_staff`. */
export const editDepartment = (asked: Parsed<typeof departments.edit>, call: DepartmentCall): Promise<void> =>
  editUnit(asked, call)

/**
 * Moves a department below another with everything that lies in it: departments, agencies that report to it, and whatever
 * tells where it belongs. Cases stay with whose they are. @throws Refusal as `parentFor`; `unit_into_itself`, `same_parent`, `name_taken`.
 */
export async function moveDepartment(parentId: ParentId, call: DepartmentCall): Promise<void> {
  const { tx, row } = call
  await lockTree(tx)
  const { path } = (await unitAt(tx, row.id))! // its row is locked
  const parent = await parentFor(parentId, departments.move, call)
  const field = { field: 'parentId' } as const
  if (parent.path.startsWith(path)) throw new Refusal('unit_into_itself', undefined, field)
  if (parent.id === row.parent?.id) throw new Refusal('same_parent', undefined, field)
  await mustBeNamedAlone(tx, { name: row.name, parentId: parent.id, but: row.id })
  // before the paths: whoever transfers one of them holds it, and waits for those
  await lockOpenCases(tx, path)
  await lockPaths(tx, 'exclusive')
  await tx.update(unitRows).set({ parentId: parent.id }).where(eq(unitRows.id, row.id))
  await rewritePaths(tx, { from: path, to: `${parent.path}${row.id}/` })
}

/**
 * Has every agency report to a department: there they lie from now on, as do the cases that nobody has. Whoever does so
 * reaches all of them already.
 * @throws Refusal `agencies_report_here` where none reports elsewhere; `beyond_reach`, `name_taken`.
 */
export async function takeAgencies(call: DepartmentCall): Promise<void> {
  const { tx, row } = call
  const elsewhere = and(eq(unitRows.kind, 'agency'), ne(unitRows.parentId, row.id))
  // the rows before the tree, as whoever changes one of them does
  const agencies = await tx.select().from(unitRows).where(elsewhere).orderBy(unitRows.id).for('update')
  await lockTree(tx)
  if (agencies.length === 0) throw new Refusal('agencies_report_here')
  if (!agencies.every((agency) => reaches(call, departments.takeAgencies, agency.path)))
    throw new Refusal('beyond_reach')
  const { path } = (await unitAt(tx, row.id))! // its row is locked
  for (const { name, id } of agencies) await mustBeNamedAlone(tx, { name, parentId: row.id, but: id })
  const waiting = await collectionPath(tx)
  await lockOpenCases(tx, waiting)
  await lockPaths(tx, 'exclusive')
  for (const agency of agencies) {
    await tx.update(unitRows).set({ parentId: row.id }).where(eq(unitRows.id, agency.id))
    await rewritePaths(tx, { from: agency.path, to: `${path}${agency.id}/` })
  }
  await moveWaitingCases(tx, waiting, path)
}
