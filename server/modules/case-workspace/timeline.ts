import { desc, eq, sql } from 'drizzle-orm'
import type { TimelineEntry } from '#contract/case-workspace.ts'
import type { Case } from '#contract/cases.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import { loans } from '#contract/loans/calls.ts'
import type { Order } from '#contract/loans/row.ts'
import type { Promised } from '#contract/promises.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { findMany } from '#server/kernel/listing/read-rows.ts'
import { callRows } from '#server/modules/calls/store.ts'
import { followUpsOf } from '#server/modules/follow-ups/steps/file.ts'
import { orderSource } from '#server/modules/loans/source.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { messageRows } from '#server/modules/messages/store.ts'
import { paymentRows } from '#server/modules/payments/store.ts'
import { reductionRows } from '#server/modules/reductions/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'

/** Who reads, and what has been read already. */
type Reader = Pick<Context, 'tx' | 'app' | 'actor' | 't'> & { readonly promises: readonly Promised[] }
/** Where lines of the timeline come from. */
type TimelineSource = (about: Case, reader: Reader) => Promise<TimelineEntry[]>

/** So many of the latest are shown, of each source and of all of them. */
const shownMax = 100

/** Draft of an entry: what its source knows; the rest is nothing. */
type EntryDraft = Pick<TimelineEntry, 'kind' | 'id' | 'at'> & Partial<TimelineEntry>
const entry = (told: EntryDraft): TimelineEntry => ({
  ...{ by: null, state: null, amount: null, day: null, seconds: null, about: null, way: null, followUp: null },
  ...told,
})

const followUps: TimelineSource = async ({ loanId }, { tx, t }) =>
  (await followUpsOf(tx, loanId, t)).map(({ id, at, way, collector, remark, result, willingness, relation }) =>
    entry({
      ...{ kind: 'followUp', id, at, way, by: collector?.name ?? null, about: remark },
      followUp: { result, willingness, relation },
    }),
  )

const promises: TimelineSource = async (_, { promises: all }) =>
  all.map(({ id, madeAt, decidedAt, state, amount, promisedFor, collector }) =>
    entry({
      ...{ kind: 'promise', id, at: decidedAt ?? madeAt, state, amount, day: promisedFor },
      by: collector?.name ?? null,
    }),
  )

const calls: TimelineSource = async ({ loanId }, { tx }) => {
  const rows = await tx
    .select({ call: callRows, by: staffRows.name })
    .from(callRows)
    .leftJoin(staffRows, eq(staffRows.id, callRows.staffId))
    .where(eq(callRows.loanId, loanId))
    .orderBy(desc(callRows.beganAt))
    .limit(shownMax)
  return rows.map(({ call: { id, beganAt, answeredAt, endedAt, state, way }, by }) => {
    const spoken = answeredAt && endedAt
    const seconds = spoken ? Math.round((endedAt.getTime() - answeredAt.getTime()) / 1_000) : null
    return entry({ kind: 'call', id, at: toInstant(beganAt), state, way, seconds, by })
  })
}

const messages: TimelineSource = async ({ loanId }, { tx }) => {
  const rows = await tx
    .select()
    .from(messageRows)
    .where(eq(messageRows.loanId, loanId))
    .orderBy(desc(messageRows.id))
    .limit(shownMax)
  return rows.map(({ id, sentAt, sendAt, state, channel, template, madeBy }) =>
    entry({ kind: 'message', id, at: toInstant(sentAt ?? sendAt), state, way: channel, about: template, by: madeBy }),
  )
}

const payments: TimelineSource = async ({ loanId }, { tx }) => {
  const rows = await tx
    .select()
    .from(paymentRows)
    .where(eq(paymentRows.loanId, loanId))
    .orderBy(desc(paymentRows.createdAt))
    .limit(shownMax)
  return rows.map(({ id, completedAt, createdAt, state, channel, kind, amountMinor, currency, operator }) =>
    entry({
      ...{ kind: 'payment', id, at: toInstant(completedAt ?? createdAt), state, way: channel, about: kind },
      ...{ amount: ofMinor(amountMinor, currency), by: operator },
    }),
  )
}

const reductions: TimelineSource = async ({ loanId }, { tx }) => {
  const rows = await tx
    .select({ reduction: reductionRows, by: staffRows.name })
    .from(reductionRows)
    .leftJoin(staffRows, eq(staffRows.id, reductionRows.makerId))
    .where(eq(reductionRows.loanId, loanId))
    .orderBy(desc(reductionRows.requestedAt))
    .limit(shownMax)
  return rows.map(
    ({ reduction: { id, auditedAt, requestedAt, state, reason, validUntil, amountMinor, currency }, by }) =>
      entry({
        ...{ kind: 'reduction', id, at: toInstant(auditedAt ?? requestedAt), state, about: reason, day: validUntil },
        ...{ amount: ofMinor(amountMinor, currency), by },
      }),
  )
}

const shownOfOrders = ['id', 'state', 'amount', 'disbursedAt'] as const
const orderFields = loans.orders.fields.filter(({ name }) => (shownOfOrders as readonly string[]).includes(name))

/** Orders beside the one that is collected, of those that whoever reads may see at all. */
const otherOrders: TimelineSource = async ({ customerId, loanId }, { tx, app, actor }) => {
  const rows = await findMany<Order>(
    tx,
    { source: orderSource, fields: orderFields },
    {
      where: sql`${loanRows.customerId} = ${customerId} and ${loanRows.id} <> ${loanId}`,
      order: sql`${loanRows.disbursedAt} desc nulls last limit ${shownMax}`,
    },
    { actor, scopes: actor.scopesOf(loans.orders.requires), app },
  )
  return rows.map(({ id, disbursedAt, state, amount }) => entry({ kind: 'order', id, at: disbursedAt, state, amount }))
}

/** Sources of the timeline: a kind more is a line more. */
const sources: readonly TimelineSource[] = [followUps, promises, calls, messages, payments, reductions, otherOrders]

/** What happened with an order and its customer, the latest first. */
export async function timelineOf(about: Case, reader: Reader): Promise<TimelineEntry[]> {
  const told: TimelineEntry[] = []
  for (const source of sources) told.push(...(await source(about, reader)))
  return told.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).slice(0, shownMax)
}
