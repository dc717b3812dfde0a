import { crc32, deflateSync } from 'node:zlib'
import { loans } from '#contract/loans/calls.ts'
import type { Order } from '#contract/loans/row.ts'
import { type Payment, payments } from '#contract/payments.ts'
import { plans } from '#contract/plans.ts'
import { proofs } from '#contract/proofs.ts'
import { writeOffs } from '#contract/write-offs.ts'
import { signedIn } from './support/api.ts'
import { today } from './support/book.ts'
import type { ConsolePage } from './support/console-page.ts'
import { leave } from './support/forms.ts'
import { expect, test } from './support/test.ts'
import { newUtr } from './support/utr.ts'

/** Orders that a test of this run has taken for itself. */
const taken = new Set<string>()

/** An order that is past due and that nobody has asked to write off, for one test alone. */
async function overdue(): Promise<Order> {
  const ops = await signedIn('ops')
  const { rows } = await ops.call(loans.orders, { q: 'state:50 overdueDays<20 -is:reduced sort:dueDate', size: 100 })
  const asked = await ops.call(writeOffs.list, { q: 'state:pending sort:requestedAt-', size: 100 })
  const isFree = ({ id }: Order) => !taken.has(id) && !asked.rows.some(({ loanId }) => loanId === id)
  const found = rows.find((order) => isFree(order) && order.repayable.minor > 300_000)!
  taken.add(found.id)
  return found
}
const inFront = async (desk: ConsolePage, { id }: Order) => {
  await desk.show('orders', `id:${id}`, 1)
}

/** Amounts that end so are always paid by the sandbox. */
const paidAmount = '100.07'

test('a link is sent from the palette, and the customer’s money stands in the records with its receipt; a statement of the bank tells what each line came to, and who has read it reconciles by hand nothing of it', async ({
  sit,
}) => {
  const desk = await sit('ops')

  await test.step('a link', async () => {
    const order = await overdue()
    await inFront(desk, order)
    await desk.search('send payment link')
    await expect(desk.hit).toHaveText(/Send payment link/)
    await desk.press('Enter')
    await desk.asked('Amount')
    await desk.type(paidAmount)
    await desk.press('Enter')
    await expect(desk.toast('Link ordered')).toBeVisible()
    const line = `loanId:${order.id} channel:link state:success amount:${paidAmount}`
    const ops = await signedIn('ops')
    await expect.poll(async () => (await ops.call(payments.list, { q: line })).rows.length).toBe(1)
    await desk.show('payments', line, 1)
    await desk.press('Enter')
    await expect(desk.page.getByRole('heading', { name: /^Receipt PY/ })).toBeVisible()
    await expect(desk.page.getByText('₹ 100.07').first()).toBeVisible()
    await expect(desk.page.getByRole('figure', { name: 'What it was used for' })).toContainText(/\d\/\d/)
  })

  await test.step('a statement, and a payment that failed', async () => {
    const ops = await signedIn('ops')
    const { rows } = await ops.call(payments.list, { q: 'state:fail loanState:30,50 sort:createdAt-', size: 50 })
    // other journeys pay orders as well: one that owes as much still
    const owed = async (loanId: string) =>
      (await ops.call(plans.list, { q: `loanId:${loanId}` })).rows.reduce((sum, plan) => sum + plan.repayable.minor, 0)
    let row = rows[0]!
    for (const one of rows) {
      row = one
      if ((await owed(one.loanId)) >= one.amount.minor) break
    }
    const utr = newUtr()
    await reconcile(desk, row, 'CU0', newUtr())
    await expect(desk.dialog).toContainText('The payment is another customer’s')
    await leave(desk)
    await openStatement(desk)
    await readStatement(desk, `${statementHead}${today()},12,5000,HDFC\n`)
    await expect(desk.warning(/Line 3/)).toContainText('must be 12 to 22 letters and digits')
    await readStatement(desk, `${statementHead}${today()},${utr},${row.amount.minor / 100},HDFC\n`)
    await expect(desk.page.getByRole('figure', { name: 'Result by line' })).toContainText('No match')
    await desk.press('Escape')
    await reconcile(desk, row, row.customerId, utr)
    await expect(desk.dialog).toContainText('You have read this statement yourself')
    expect((await ops.call(payments.list, { q: `id:${row.id}` })).rows).toMatchObject([{ state: 'fail' }])
  })
})

/** Types what reconciling asks for, up to what follows from it. */
async function reconcile(desk: ConsolePage, { id }: Payment, customer: string, utr: string): Promise<void> {
  await desk.show('payments', `id:${id}`, 1)
  await desk.search('reconcile')
  await expect(desk.hit).toHaveText(/Reconcile by hand/)
  await desk.press('Enter')
  for (const [name, text] of [
    ['Customer id', customer],
    ['Payment id', id],
    ['UTR', utr],
  ] as const) {
    await desk.asked(name)
    await desk.press('mod+a')
    await desk.type(text)
    await desk.press('Enter')
  }
  await desk.asked('Paid on')
  await desk.press('Enter')
}
const statementHead = 'template,statement,1\nbookedOn,utr,amount,bank\n'

/** Opens what reads a statement of the bank, from the palette. */
async function openStatement(desk: ConsolePage): Promise<void> {
  await desk.go('g m', 'Repayment records')
  await desk.search('bank statement')
  await expect(desk.hit).toHaveText(/Read bank statement/)
  await desk.press('Enter')
}

/** Has a statement read, as the bank's file. */
async function readStatement({ page }: ConsolePage, text: string): Promise<void> {
  const buffer = Buffer.from(text)
  await page.locator('input[type=file]').setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Read statement' }).click()
}

const chunk = (name: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
/** A picture as the server reads it. */
const picture = (): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(40, 0)
  head.writeUInt32BE(60, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(41 * 60, Date.now() % 250))
  const parts = [chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}
const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })

test('a proof is handed in with its picture, what is no picture is refused, and somebody else approves', async ({
  sit,
}) => {
  const order = await overdue()
  const utr = newUtr()
  const desk = await sit('cs')
  await inFront(desk, order)
  await desk.search('submit proof')
  await desk.press('Enter')
  const { page } = desk
  await page.getByLabel('Amount').fill('500')
  await page.getByLabel('Paid on').fill(today())
  await page.getByLabel('Bank code').fill('HDFC')
  await page.getByLabel('UPI').fill('asha@okaxis')
  const send = page.getByRole('button', { name: 'Submit proof', exact: true })

  await page.getByLabel('Pictures').setInputFiles(file('proof.png', Buffer.from('<svg onload="alert(1)">')))
  await send.click()
  await expect(page.getByLabel('UTR')).toBeFocused()
  await expect(page.getByLabel('UTR')).toHaveAccessibleDescription('is required')
  await page.getByLabel('UTR').fill(utr)
  await send.click()
  await expect(desk.warning('Not a picture')).toBeVisible()
  await page.getByLabel('Pictures').setInputFiles(file('proof.png', picture()))
  await send.click()

  await expect(desk.toast('Proof submitted')).toBeVisible()
  await desk.show('proofs', `utr:${utr}`, 1)
  const cs = await signedIn('cs')
  const [proof] = (await cs.call(proofs.list, { q: `utr:${utr}` })).rows
  await expect(desk.cell(proof!.id, 'Submitted')).toBeVisible()
  await desk.press('Enter')
  await expect(page.getByRole('img', { name: 'Picture 1' })).toBeVisible()
  await page.goBack()
  await desk.press('A')
  await desk.asked('Write-off type')
  await desk.type('partial')
  await desk.press('Enter')
  await desk.asked('Reason')
  await desk.press('Enter')
  await desk.confirm('Convert to write-off')
  await expect(desk.toast('Filed for approval')).toBeVisible()
})
