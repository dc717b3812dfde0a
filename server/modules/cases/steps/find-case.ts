import { type Case, cases, collectionCase } from '#contract/cases.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { caseSource } from '#server/modules/cases/source.ts'

const place = rowSource(collectionCase, caseSource)

/** A case, open or closed, of those that the actor sees. @throws Refusal `not_found`. */
export async function mustFindCase(
  id: IdOf<'case'>,
  { tx, actor, app }: Pick<Context, 'tx' | 'actor' | 'app'>,
): Promise<Case> {
  const row = await findOne(tx, place, id, { actor, scopes: actor.scopesOf(cases.open.requires), app })
  if (!row) throw new Refusal('not_found')
  return row as unknown as Case // read by its fields
}
