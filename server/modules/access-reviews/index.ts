import { and, asc, eq, sql } from 'drizzle-orm'
import { type AccessReview, accessReview, accessReviews } from '#contract/access-reviews.ts'
import type { Right } from '#contract/kernel/rights.ts'
import type { Call, Context } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { nameIn } from '#server/kernel/listing/labels.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { type RoleRight, withdrawRight } from '#server/modules/roles/steps/withdraw-right.ts'
import { disable, removeRoleOrDisable } from '#server/modules/staff/steps/access.ts'
import { setContract, withinReach } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { reviewAccess } from './find.ts'
import { accessReviewSource } from './source.ts'
import { accessReviewRows } from './store.ts'

/** The units that a right of these reaches. */
const reached = ({ actor }: Pick<Context, 'actor'>, right: Right) => withinReach(actor, right, sql`${unitRows.path}`)

type ReviewCall = Call<never, AccessReview>

const decide = (state: 'confirmed' | 'withdrawn', remark: string, { tx, row, actor, now }: ReviewCall) =>
  tx
    .update(accessReviewRows)
    .set({ state, remark, decidedBy: actor.name, decidedAt: now })
    .where(eq(accessReviewRows.id, row.id))

/** Takes away what a finding is about. @throws Refusal as the steps of `staff` and `roles`. */
async function takeAway(call: ReviewCall): Promise<void> {
  const { tx, row } = call
  const { roleId, page, button } = accessReviewRows
  const [of] = await tx.select({ roleId, page, button }).from(accessReviewRows).where(eq(accessReviewRows.id, row.id))
  if (row.staff === null) return withdrawRight(of as RoleRight, call) // what is nobody's is a right of a role
  const taking = { ...call, row: row.staff }
  return of?.roleId ? removeRoleOrDisable(of.roleId, taking) : disable(taking)
}

/** Handlers of `accessReviews`: accounts and roles that nobody seems to need. */
export default implement(
  accessReviews,
  {
    list: accessReviewSource,

    async confirm({ remark }, call) {
      await decide('confirmed', remark, call)
    },

    async withdraw({ remark }, call) {
      await takeAway(call)
      await decide('withdrawn', remark, call)
    },

    run: (_, { tx, app, now }) => reviewAccess(tx, { clock: app.clock, registry: app.registry, now }),

    async contracts(_, { tx, t, actor }) {
      const rows = await tx
        .select({ id: unitRows.id, name: nameIn(unitRows, t), until: unitRows.contractUntil })
        .from(unitRows)
        .where(and(eq(unitRows.kind, 'agency'), reached({ actor }, 'accessReviews')))
        .orderBy(asc(unitRows.path))
      return { agencies: rows.map(({ until, ...unit }) => ({ unit, until })) }
    },

    async setContract({ unitId, until = null }, { tx, actor, note, fail }) {
      const [unit] = await tx
        .select()
        .from(unitRows)
        .where(and(eq(unitRows.id, unitId), reached({ actor }, 'accessReviews.edit')))
      if (!unit) return fail('unknown_unit')
      if (unit.kind !== 'agency') return fail('not_an_agency')
      await setContract(tx, unitId, { contractUntil: until })
      note({ objectId: unitId, before: { until: unit.contractUntil }, after: { until } })
      return { until }
    },
  },
  [rowSource(accessReview, accessReviewSource)],
)
