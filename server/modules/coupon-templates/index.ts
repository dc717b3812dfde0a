import { count, eq } from 'drizzle-orm'
import type { z } from 'zod'
import {
  type CouponTemplate,
  couponTemplate,
  couponTemplate as couponTemplateSubject,
  couponTemplates,
} from '#contract/coupons.ts'
import { countries } from '#contract/kernel/countries.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { InvalidInput, Refusal } from '#server/kernel/base/refusal.ts'
import type { Call, Context } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { labelsFrom, withoutLabel } from '#server/kernel/listing/labels.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { couponRows } from '#server/modules/coupons/store.ts'
import { couponTemplateSource } from './source.ts'
import { couponTemplateRows } from './store.ts'

type TemplateArgs = z.output<typeof couponTemplates.add.input>

const issue = (field: string, message: string): z.core.$ZodIssue => ({
  ...{ code: 'custom', path: [field], message },
  input: message === 'required' ? undefined : '',
})

/** What each amount type needs, and nothing beside. */
const needs = { fixed: ['amount'], rate: ['rate'], ratio: ['ratio', 'amount'] } as const

/** What is wrong with what a coupon is to be worth, field by field. */
function issuesOf(worth: TemplateArgs): z.core.$ZodIssue[] {
  const wanted: readonly string[] = needs[worth.amountType]
  const missing = wanted.filter((field) => worth[field as keyof TemplateArgs] === undefined)
  const extra = (['amount', 'rate', 'ratio'] as const).filter(
    (field) => worth[field] !== undefined && !wanted.includes(field),
  )
  const fits = (worth.kind === 'limit') === (worth.discountType === 'limit')
  return [
    ...missing.map((field) => issue(field, 'required')),
    ...extra.map((field) => issue(field, 'not_needed')),
    ...(fits ? [] : [issue('discountType', 'not_of_kind')]),
  ]
}

/** Checks what coupons are to be worth, and answers it as it is stored. */
function mustBeValidTemplate(worth: TemplateArgs, { app }: Context) {
  const issues = issuesOf(worth)
  if (issues.length > 0) throw new InvalidInput(issues)
  const { currency } = countries[app.clock.country]
  for (const field of ['amount', 'applicable'] as const) {
    const money = worth[field]
    if (money && money.currency !== currency) throw new Refusal('wrong_currency', { currency }, { field })
    const least = field === 'amount' ? 1 : 0
    if (money && money.minor < least) throw new Refusal('not_positive', undefined, { field })
  }
  const { name, kind, amountType, discountType, amount, rate = null, ratio = null, applicable, validDays } = worth
  return {
    ...{ name, kind, amountType, discountType, currency, validDays, ratePpm: rate, ratioPpm: ratio },
    ...{ amountMinor: amount?.minor ?? null, applicableMinor: applicable.minor },
  }
}

const setState =
  (state: CouponTemplate['state']) =>
  async (_: object, { tx, row }: Call<never, CouponTemplate>): Promise<void> => {
    await tx.update(couponTemplateRows).set({ state }).where(eq(couponTemplateRows.id, row.id))
  }

/** Handlers of `couponTemplates`: what coupons are worth. */
export default implement(
  couponTemplates,
  {
    list: couponTemplateSource,

    async add(worth, call) {
      const { tx, actor, now, today } = call
      const id = await newId(tx, couponTemplateSubject.ids, today)
      const values = {
        ...mustBeValidTemplate(worth, call),
        id,
        state: 'draft' as const,
        makerId: actor.id,
        createdAt: now,
      }
      await tx.insert(couponTemplateRows).values(values)
      call.note({ objectId: id, after: values })
      return { id }
    },

    async edit({ id, version: _, ...worth }, call) {
      const [issued] = await call.tx.select({ count: count() }).from(couponRows).where(eq(couponRows.templateId, id))
      if (Number(issued!.count) > 0) return call.fail('coupon_template_issued')
      const renamed = worth.name !== call.row.givenName && {
        names: withoutLabel(couponTemplateRows.names, call.language),
      }
      await call.tx
        .update(couponTemplateRows)
        .set({ ...mustBeValidTemplate(worth, call), ...renamed, editedAt: call.now })
        .where(eq(couponTemplateRows.id, id))
    },

    async setNames({ id, version: _, ...labels }, { tx }) {
      await tx
        .update(couponTemplateRows)
        .set({ names: labelsFrom(labels) })
        .where(eq(couponTemplateRows.id, id))
    },

    enable: setState('enabled'),
    disable: setState('disabled'),
    archive: setState('archived'),
  },
  [rowSource(couponTemplate, couponTemplateSource)],
)
