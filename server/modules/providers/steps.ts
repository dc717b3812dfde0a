import type { ProviderKind } from '#contract/providers/types.ts'
import { moneyKinds } from '#contract/providers/types.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { providerRows } from './store.ts'

/** Adds a provider that comes with the product. One of that code or name stays as it is. */
export async function putProvider(db: Db, row: typeof providerRows.$inferInsert): Promise<void> {
  await db.insert(providerRows).values(row).onConflictDoNothing()
}

/** Where money goes through changes only as what a second person has released. @throws Refusal `second_person_needed`. */
export async function mustBeReleased(
  kind: ProviderKind,
  { tx, mustBeReleased: released }: Pick<Context, 'tx' | 'mustBeReleased'>,
): Promise<void> {
  if (moneyKinds.includes(kind) && (await parameter(tx, 'providers.fourEyes'))) released()
}
