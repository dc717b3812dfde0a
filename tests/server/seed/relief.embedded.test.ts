import { expect } from 'vitest'
import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import { components, totalOf } from '#contract/loans/balance.ts'
import { type LoanState, loanCode, loanFlow } from '#contract/loans/flow.ts'
import { utrAccepted, writeOffAmount } from '#contract/loans/write-off.ts'
import { readImageHeader } from '#server/kernel/images/header.ts'
import { couponTemplateRows } from '#server/modules/coupon-templates/store.ts'
import { couponRows } from '#server/modules/coupons/store.ts'
import { extensionRows } from '#server/modules/extensions/store.ts'
import { paymentLinkRows, paymentRows } from '#server/modules/payments/store.ts'
import { accountOf } from '#server/modules/plans/steps/plans.ts'
import { proofImageRows, proofRows } from '#server/modules/proofs/store.ts'
import { statementLineRows, statementRows } from '#server/modules/statements/store.ts'
import { writeOffRows } from '#server/modules/write-offs/store.ts'
import { test as base, environment, grouped, now, today } from './book.ts'

const day = (at: Date) => businessDate(toInstant(at), environment.country)

interface Papers {
  writeOffs: (typeof writeOffRows.$inferSelect)[]
  extensions: (typeof extensionRows.$inferSelect)[]
  proofs: (typeof proofRows.$inferSelect)[]
  payments: Map<string, typeof paymentRows.$inferSelect>
  links: Map<string, typeof paymentLinkRows.$inferSelect>
  stateOf: (loanId: string) => LoanState
}
const test = base.extend<{ papers: Papers }>({
  papers: [
    async ({ library }, use) => {
      const { db } = library.database
      const byId = <Row extends { id: string }>(rows: readonly Row[]) =>
        new Map(rows.map((row) => [row.id as string, row]))
      const loans = byId(library.loans)
      await use({
        writeOffs: await db.select().from(writeOffRows),
        extensions: await db.select().from(extensionRows),
        proofs: await db.select().from(proofRows),
        payments: byId(await db.select().from(paymentRows)),
        links: byId(await db.select().from(paymentLinkRows)),
        stateOf: (id) => loans.get(id)!.state,
      })
    },
    { scope: 'file' },
  ],
})

test('write-offs of all five types are there, asked for, passed and rejected', ({ papers }) => {
  const { writeOffs } = papers

  expect(new Set(writeOffs.map(({ type }) => type))).toEqual(
    new Set(['full', 'partial', 'rollover', 'operational', 'batch']),
  )
  expect(new Set(writeOffs.map(({ state }) => state))).toEqual(new Set(['pending', 'passed', 'rejected']))
})

test('every order that was written off has the row that says so, and nobody decided on their own request', ({
  library,
  papers,
}) => {
  const of = grouped(papers.writeOffs, ({ loanId }) => loanId)
  for (const { id, state } of library.loans) {
    const ended = of(id).filter(
      (row) => row.resultState === loanCode.settledByOperations || row.resultState === loanCode.batchSettled,
    )
    expect(ended).toHaveLength(state === loanCode.settledByOperations || state === loanCode.batchSettled ? 1 : 0)
    for (const row of ended) expect(row.resultState).toBe(state)
  }
  for (const { state, type, checkerId, makerId, effectiveAt, requestedAt } of papers.writeOffs) {
    expect(checkerId === null).toBe(state === 'pending')
    expect(effectiveAt === null).toBe(state !== 'passed')
    if (type !== 'operational') expect(checkerId).not.toBe(makerId)
    if (effectiveAt) expect(effectiveAt.getTime()).toBeGreaterThanOrEqual(requestedAt.getTime())
  }
})

test('a write-off has the amount that its type asks for, and the payment that it became', ({ papers }) => {
  for (const row of papers.writeOffs) {
    const bounds = {
      repayableMinor: row.repayableMinor,
      extensionRepayableMinor: row.extensionMinor ?? 0,
      currency: row.currency,
    }
    expect(writeOffAmount(row.type, row.amountMinor, bounds), row.id).toEqual({ ok: true })
    if (row.utr) expect(utrAccepted(row.utr, row.amountMinor)).toEqual({ ok: true })
    const payment = papers.payments.get(row.paymentId ?? '')
    expect(payment === undefined, row.id).toBe(row.state !== 'passed' || row.amountMinor === 0)
    if (payment) expect(payment).toMatchObject({ amountMinor: row.amountMinor, utr: row.utr, kind: 'writeOff' })
    const loss = row.type === 'operational' || row.type === 'batch' ? row.repayableMinor - row.amountMinor : 0
    expect(row.lossMinor).toBe(row.state === 'passed' ? loss : null)
  }
})

test('what waits for a decision is asked of orders that may still be written off', ({ papers }) => {
  const events = {
    full: 'writeOffFull',
    partial: 'writeOffPartial',
    rollover: 'writeOffRollover',
    batch: 'writeOffBatch',
  }
  for (const { state, type, loanId } of papers.writeOffs) {
    if (state !== 'pending') continue
    const event = events[type as keyof typeof events] as 'writeOffFull'
    expect(loanFlow.can(event)({ state: papers.stateOf(loanId) })).toEqual({ ok: true })
  }
})

test('every extended order has the extension that closed it, paid, and the order that goes on', ({
  library,
  papers,
}) => {
  const done = grouped(papers.extensions, ({ loanId }) => loanId)
  for (const { id, state } of library.loans) {
    const ended = done(id).filter((row) => row.state === 'done')
    expect(ended).toHaveLength(state === loanCode.extensionSettled ? 1 : 0)
    for (const { childId, paymentId, newDue, totalMinor, source, times } of ended) {
      const child = library.loans.find((one) => one.id === childId)!
      expect(child).toMatchObject({ parentId: id, kind: 'extension' })
      expect(library.plansOf(child.id)[0]!.dueDate).toBe(newDue)
      const payment = papers.payments.get(paymentId!)!
      expect(payment.amountMinor).toBe(totalMinor)
      expect(payment.kind).toBe(source === 'rollover' ? 'writeOff' : 'extension')
      expect(times).toBeGreaterThan(0)
    }
  }
  expect(new Set(papers.extensions.map(({ source }) => source))).toEqual(new Set(['staff', 'rollover']))
})

test('an offer that is open is of today, on an order that may be extended; one with a link has it', ({ papers }) => {
  const open = papers.extensions.filter(({ state }) => state === 'quoted' || state === 'paying')
  const links = grouped([...papers.links.values()], ({ extensionId }) => extensionId ?? '')

  expect(new Set(papers.extensions.map(({ state }) => state))).toEqual(new Set(['quoted', 'paying', 'done', 'expired']))
  for (const { id, state, validUntil, loanId } of open) {
    expect(validUntil).toBe(today)
    expect(loanFlow.can('quoteExtension')({ state: papers.stateOf(loanId) })).toEqual({ ok: true })
    expect(links(id).map((link) => link.state)).toEqual(state === 'paying' ? ['open'] : [])
  }
})

test('proofs are there in every state, each with a picture of its slip', async ({ library, papers }) => {
  const images = await library.database.db.select().from(proofImageRows)
  const of = grouped(images, ({ proofId }) => proofId ?? '')

  expect(new Set(papers.proofs.map(({ state }) => state))).toEqual(
    new Set(['submitted', 'matched', 'duplicate', 'converted', 'rejected']),
  )
  for (const { id, state, writeOffId, reason, duplicateOf, handlerId } of papers.proofs) {
    const [image, ...others] = of(id)
    expect(others).toEqual([])
    expect(readImageHeader(Buffer.from(image!.bytes))).toEqual({
      type: image!.type,
      width: image!.width,
      height: image!.height,
    })
    expect(writeOffId === null).toBe(state !== 'converted')
    expect(reason === null).toBe(state !== 'rejected')
    expect(duplicateOf === null).toBe(state !== 'duplicate')
    if (state === 'converted' || state === 'rejected') expect(handlerId).not.toBeNull()
  }
})

test('the statements of the bank have the transfers that were matched, and some that nobody knows', async ({
  library,
  papers,
}) => {
  const { db } = library.database
  const lines = await db.select().from(statementLineRows)
  const statements = new Map((await db.select().from(statementRows)).map((row) => [row.id, row]))

  expect(lines.map(({ outcome }) => outcome)).toEqual(expect.arrayContaining(['proof', 'known', 'unmatched']))
  for (const { outcome, utr, amountMinor, proofId, paymentId, bookedOn, statementId } of lines) {
    const shown = papers.proofs.find(({ id }) => id === proofId)
    if (outcome === 'proof') expect(shown).toMatchObject({ utr, amountMinor, paidOn: bookedOn })
    if (outcome === 'known') expect(papers.payments.get(paymentId!)).toMatchObject({ utr, amountMinor })
    const { readAt } = statements.get(statementId)!
    expect(day(readAt) > bookedOn && readAt <= now).toBe(true)
  }
  const places = lines.map(({ statementId, line }) => `${statementId} ${line}`)
  expect(new Set(places).size).toBe(lines.length)
  const matched = papers.proofs.filter(({ state }) => state === 'matched')
  expect(matched.every(({ id }) => lines.some(({ proofId }) => proofId === id))).toBe(true)
})

test('what coupons have taken off is what their orders were let off, and a held one has its link', async ({
  library,
  papers,
}) => {
  const rows = await library.database.db.select().from(couponRows)
  const of = grouped(rows, ({ loanId }) => loanId ?? '')

  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['unused', 'locked', 'used', 'expired', 'revoked']))
  for (const { id } of library.loans) {
    const used = of(id).filter(({ state }) => state === 'used')
    const discounted = library.plansOf(id).reduce((sum, plan) => sum + totalOf(accountOf(plan).discounted), 0)
    expect(used.reduce((sum, { discountMinor }) => sum + (discountMinor ?? 0), 0)).toBe(discounted)
  }
  for (const { state, expiresOn, linkId, loanId, usedAt } of rows) {
    if (state === 'unused') expect(expiresOn >= today).toBe(true)
    if (state === 'expired') expect(expiresOn < today).toBe(true)
    if (state === 'used') expect(expiresOn >= day(usedAt!)).toBe(true)
    const held = state === 'locked' || state === 'used'
    expect([loanId !== null, linkId !== null]).toEqual([held, held])
    if (linkId) expect(papers.links.get(linkId)).toMatchObject({ loanId, kind: 'normal' })
  }
  const templates = await library.database.db.select().from(couponTemplateRows)
  expect(new Set(templates.map(({ state }) => state))).toEqual(new Set(['enabled', 'disabled', 'draft', 'archived']))
})

test('nothing of a discount is principal, and no transfer is counted twice', ({ library, papers }) => {
  expect(components).toContain('principal')
  for (const { id } of library.loans) {
    for (const plan of library.plansOf(id)) expect(accountOf(plan).discounted.principal).toBe(0)
  }
  const utrs = [...papers.payments.values()].flatMap(({ utr, state }) => (utr && state === 'success' ? [utr] : []))
  expect(new Set(utrs).size).toBe(utrs.length)
})
