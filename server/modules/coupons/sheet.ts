import { inArray } from 'drizzle-orm'
import { coupons } from '#contract/coupons.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { InvalidInput } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { issueAt, readTemplate, type Template, type TemplateLine } from '#server/kernel/call/csv-template.ts'
import { idsWithin } from '#server/kernel/listing/read-rows.ts'
import { customerSource } from '#server/modules/customers/source.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { issueCoupons, lockTemplates } from './steps/coupons.ts'

const columns = ['customerId', 'couponTemplateId'] as const
type Column = (typeof columns)[number]
const rowsMax = 10_000

/** The sheet that many coupons are issued by: a customer and a coupon template on each line. */
export const couponSheet: Template<Column> = { id: 'coupons', version: 1, columns, rowsMax }

type KnownRows = Awaited<ReturnType<typeof knownIn>>

/** The customers and templates that a sheet names; a customer whom its sender does not reach is not known. */
async function knownIn(lines: readonly TemplateLine<Column>[], { tx, actor, app }: Context) {
  const customerIds = lines.map(({ cells }) => cells.customerId as IdOf<'customer'>) // looked up here
  const templateIds = lines.map(({ cells }) => cells.couponTemplateId as IdOf<'couponTemplate'>)
  const access = { actor, scopes: actor.scopesOf(coupons.upload.requires), app }
  const reached = await idsWithin(tx, customerSource, customerIds, access)
  const customers = await tx
    .select({ id: customerRows.id, state: customerRows.state, blacklisted: customerRows.blacklisted })
    .from(customerRows)
    .where(inArray(customerRows.id, reached))
  const templates = await lockTemplates(tx, templateIds)
  return {
    customers: new Map<string, (typeof customers)[number]>(customers.map((row) => [row.id, row])),
    templates: new Map<string, (typeof templates)[number]>(templates.map((row) => [row.id, row])),
  }
}

/** What is wrong with one line. */
function issuesOf({ line, cells }: TemplateLine<Column>, { customers, templates }: KnownRows) {
  const customer = customers.get(cells.customerId)
  const template = templates.get(cells.couponTemplateId)
  const who = !customer
    ? 'unknown_customer'
    : customer.state !== 'enabled' || customer.blacklisted
      ? 'customer_barred'
      : null
  const what = !template ? 'unknown_coupon' : template.state !== 'enabled' ? 'coupon_off' : null
  return [
    ...(who ? [issueAt(line, 'customerId', who)] : []),
    ...(what ? [issueAt(line, 'couponTemplateId', what)] : []),
  ]
}

/**
 * Issues the coupons of a filled sheet: all of them, or none.
 * @throws Refusal for a file that is not the template; InvalidInput naming line and column of everything that is wrong.
 */
export async function issueFromSheet(path: string, context: Context): Promise<{ issued: number }> {
  const lines = await readTemplate(couponSheet, path)
  const known = await knownIn(lines, context)
  const issues = lines.flatMap((line) => issuesOf(line, known))
  if (issues.length > 0) throw new InvalidInput(issues)
  for (const [id, template] of known.templates) {
    const theirs = lines.filter(({ cells }) => cells.couponTemplateId === id)
    const customers = theirs.map(({ cells }) => known.customers.get(cells.customerId)!.id)
    await issueCoupons(context.tx, template, customers, context)
  }
  return { issued: lines.length }
}
