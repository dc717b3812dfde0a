import { inArray } from 'drizzle-orm'
import { countries } from '#contract/kernel/countries.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { InvalidInput } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { issueAt, readTemplate } from '#server/kernel/call/csv-template.ts'
import { appCodes } from '#server/modules/apps/steps.ts'
import { merchantRows } from '#server/modules/merchants/store.ts'
import { decisionFrom } from './changes.ts'
import { type ProductSheet, productTemplate, readProducts } from './sheet.ts'
import { addProduct } from './steps/products.ts'
import { productRows } from './store.ts'

/** Sheets whose product is there already, or whose merchant is not. */
async function conflictsOf(sheets: readonly ProductSheet[], { tx }: Context) {
  const ids = sheets.map(({ id }) => id)
  const wanted = sheets.flatMap(({ about }) => (about.merchantId ? [about.merchantId as IdOf<'merchant'>] : []))
  const known = await tx.select({ id: productRows.id }).from(productRows).where(inArray(productRows.id, ids))
  const merchants = await tx
    .select({ id: merchantRows.id })
    .from(merchantRows)
    .where(inArray(merchantRows.id, [...wanted, '' as IdOf<'merchant'>])) // a list must not be empty
  const apps = await appCodes(tx)
  const taken = new Set<string>(known.map(({ id }) => id))
  const there = new Set<string>(merchants.map(({ id }) => id))
  return sheets.flatMap(({ line, id, about: { app, merchantId } }) => [
    ...(taken.has(id) ? [issueAt(line, 'id', 'known_already')] : []),
    ...(apps.length > 0 && !apps.includes(app) ? [issueAt(line, 'app', 'unknown_app')] : []),
    ...(merchantId && !there.has(merchantId) ? [issueAt(line, 'merchant', 'unknown_merchant')] : []),
  ])
}

/**
 * Adds the products of a filled sheet, for whoever may add some. They are not offered until somebody enables them.
 * @throws Refusal for a file that is not the template; InvalidInput naming line and column of everything that is wrong.
 */
export async function addFromSheet(path: string, context: Context): Promise<IdOf<'product'>[]> {
  const { tx, app, actor, now, today } = context
  const { currency } = countries[app.clock.country]
  const sheets = readProducts(await readTemplate(productTemplate, path), currency)
  const conflicts = await conflictsOf(sheets, context)
  if (conflicts.length > 0) throw new InvalidInput(conflicts)
  for (const { id, about, terms } of sheets) {
    const { name, app, rank, icon } = about
    const merchantId = about.merchantId as IdOf<'merchant'> | null // one of those found above
    const row = { id, name, app, rank, icon, merchantId, currency, departmentId: actor.unitId, changedBy: actor.name }
    await addProduct(tx, { ...row, state: 'disabled', createdAt: now }, terms, await decisionFrom(today, context))
  }
  return sheets.map(({ id }) => id)
}
