import { eq, inArray, sql } from 'drizzle-orm'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Parameter, parameters } from '#contract/parameters/calls.ts'
import { movesMoney, type ParameterId } from '#contract/parameters/declared.ts'
import { isInRange, rangeOfParameter } from '#contract/parameters/ranges.ts'
import { type ParameterKind, parseParameter } from '#contract/parameters/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { roleRows } from '#server/modules/roles/store.ts'
import { isDeclared, kindOf, placesIn, tellRange } from './source.ts'
import { parameter, parametersOf } from './steps.ts'
import { parameterRows } from './store.ts'

type WriteContext = Pick<Context, 'tx' | 'app' | 'now' | 't'>

/** Limits are by marks of roles that there are. @throws Refusal `unknown_role_mark`. */
async function mustKnowMarks(tx: Db, limits: object): Promise<void> {
  const marks = Object.keys(limits)
  if (marks.length === 0) return
  const known = await tx.select({ mark: roleRows.mark }).from(roleRows).where(inArray(roleRows.mark, marks))
  const unknown = marks.find((mark) => !known.some((role) => role.mark === mark))
  if (unknown) throw new Refusal('unknown_role_mark', { mark: unknown }, { field: 'value' })
}

/**
 * What was typed as the value of a parameter, as it is stored.
 * @throws Refusal `not_a_value`, `value_out_of_range`, `unknown_role_mark`.
 */
async function valueToStore(
  of: { readonly id: string; readonly kind: ParameterKind | null },
  typed: string,
  { tx, app, t }: Pick<WriteContext, 'tx' | 'app' | 't'>,
): Promise<unknown> {
  const kind = kindOf(of)
  const places = placesIn(app.clock.country)
  const value = parseParameter(kind, typed, places, of.id)
  if (value === undefined) {
    throw new Refusal('not_a_value', { kind: { vocabulary: 'parameters.kind', value: kind } }, { field: 'value' })
  }
  const ranged = { id: of.id, kind }
  if (!isInRange(ranged, value)) {
    throw new Refusal(
      'value_out_of_range',
      { range: tellRange(rangeOfParameter(ranged, places), t) },
      { field: 'value' },
    )
  }
  if (kind === 'limits') await mustKnowMarks(tx, value as object)
  return kind === 'secret' ? app.secrets.encrypt(String(value)) : value
}

/** What money depends on changes only as what a second person has released. @throws Refusal `second_person_needed`. */
export async function mustBeReleased(
  id: IdOf<'parameter'>,
  { tx, mustBeReleased: released }: Pick<Context, 'tx' | 'mustBeReleased'>,
): Promise<void> {
  if (isDeclared(id) && movesMoney[id as ParameterId] && (await parameter(tx, 'parameters.fourEyes'))) released()
}

const officeHours = ['office.opensAt', 'office.closesAt'] as const satisfies readonly ParameterId[]

/** The business opens before it closes, whichever of the two was set. @throws Refusal `office_hours_reversed`. */
export async function mustOpenBeforeClosing(tx: Db, changed: readonly string[]): Promise<void> {
  if (!officeHours.some((id) => changed.includes(id))) return
  const office = await parametersOf(tx, officeHours)
  if (office['office.opensAt'] >= office['office.closesAt'])
    throw new Refusal('office_hours_reversed', undefined, { field: 'value' })
}

/** Sets a parameter, and why. */
export async function setValue(
  { id, kind }: Pick<Parameter, 'id' | 'kind'>,
  { value, remark }: Pick<Parsed<typeof parameters.edit>, 'value' | 'remark'>,
  context: WriteContext & Pick<Context, 'mustBeReleased'>,
): Promise<void> {
  const stored = await valueToStore({ id, kind }, value, context)
  await mustBeReleased(id, context)
  const changed = { value: stored, remark, changedAt: context.now }
  await context.tx.update(parameterRows).set(changed).where(eq(parameterRows.id, id))
}

/** A number that no other parameter has; what comes after it with the product is numbered after it. @throws Refusal `number_taken`. */
async function mustBeFreeNumber(tx: Db, number: number): Promise<void> {
  // two who take one number at once: one after the other
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('parameters'))`)
  const [taken] = await tx.select({ id: parameterRows.id }).from(parameterRows).where(eq(parameterRows.number, number))
  if (taken) throw new Refusal('number_taken', { number }, { field: 'number' })
  await tx.execute(sql`select setval(sequence, greatest(${number}, coalesce((select max(number) from ${parameterRows}), 0)))
    from pg_get_serial_sequence('parameters', 'number') sequence`)
}

/** Adds a parameter beside the declared ones. @throws Refusal `known_already`, `number_taken`, `not_a_value`. */
export async function addParameter(
  { number, id: code, name, kind, value, remark }: Parsed<typeof parameters.add>,
  context: WriteContext,
): Promise<IdOf<'parameter'>> {
  const id = code as IdOf<'parameter'> // named by whoever adds it
  const known = await context.tx.$count(parameterRows, eq(parameterRows.id, id))
  if (isDeclared(code) || known > 0) throw new Refusal('known_already', undefined, { field: 'id' })
  const stored = await valueToStore({ id: code, kind }, value, context)
  await mustBeFreeNumber(context.tx, number)
  const added = await context.tx
    .insert(parameterRows)
    .values({ id, number, name, kind, value: stored, remark, createdAt: context.now })
    .onConflictDoNothing()
    .returning({ id: parameterRows.id })
  if (added.length === 0) throw new Refusal('known_already', undefined, { field: 'id' })
  return id
}
