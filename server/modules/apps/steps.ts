import { and, asc, type Column, eq, type SQL, sql } from 'drizzle-orm'
import type { Currency, IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { productRows } from '#server/modules/products/store.ts'
import { appContractRows, appRows } from './store.ts'

/** An app as a reference, where `apps` is joined: one that nobody keeps is called by its id. */
export const appRef = (id: Column | SQL) => ({ id, name: sql`coalesce(${appRows.name}, ${id})` })

/** Whether one release is older than another: `2.9` than `2.10`. */
function isOlder(one: string, other: string): boolean {
  const [a, b] = [one.split('.').map(Number), other.split('.').map(Number)]
  const at = Array.from({ length: Math.max(a.length, b.length) }, (_, i) => i).find((i) => (a[i] ?? 0) !== (b[i] ?? 0))
  return at !== undefined && (a[at] ?? 0) < (b[at] ?? 0)
}

/**
 * Customers apply in an app that is enabled, with its newest release where that is forced. An app that nobody keeps is as
 * its products say.
 * @throws Refusal `app_disabled`, `update_needed`.
 */
export async function mustTakeApplications(
  tx: Db,
  { app, release }: { readonly app: string; readonly release: string | undefined },
): Promise<void> {
  const [known] = await tx
    .select()
    .from(appRows)
    .where(eq(appRows.id, app as IdOf<'app'>)) // looked up here
  if (!known) return
  if (known.state !== 'enabled') throw new Refusal('app_disabled', { app: known.name })
  if (known.forcedUpdate && release !== undefined && isOlder(release, known.release)) {
    throw new Refusal('update_needed', { release: known.release })
  }
}

/** The codes of all apps that are kept, in order. */
export const appCodes = async (tx: Db): Promise<readonly string[]> =>
  (await tx.select({ id: appRows.id }).from(appRows).orderBy(appRows.id)).map(({ id }) => id)

/** Products are of an app that is kept, once any is. @throws Refusal `unknown_app`. */
export async function mustBeApp(tx: Db, code: string): Promise<void> {
  const known = await appCodes(tx)
  if (known.length > 0 && !known.includes(code)) throw new Refusal('unknown_app', undefined, { field: 'app' })
}

/** The contract template of an app that is in force now, or was at a moment; none where it has none. */
export const contractInForce = (app: Column, at: SQL | Column | null = null): SQL<string | null> =>
  sql<
    string | null
  >`(select c.template from ${appContractRows} c where c.app_id = ${app} ${at ? sql`and c.since <= ${at}` : sql.empty()}
    order by c.since desc limit 1)`

/** Products of an app that are on offer, the one that is offered first in front. */
export async function productsOf(
  tx: Db,
  { app, currency }: { readonly app: string; readonly currency: Currency },
): Promise<IdOf<'product'>[]> {
  const rows = await tx
    .select({ id: productRows.id })
    .from(productRows)
    .leftJoin(appRows, eq(appRows.defaultProductId, productRows.id))
    .where(and(eq(productRows.app, app), eq(productRows.currency, currency), eq(productRows.state, 'enabled')))
    .orderBy(sql`${appRows.id} is null`, asc(productRows.rank), asc(productRows.id))
  return rows.map(({ id }) => id)
}
