import { cases } from '#contract/cases.ts'
import { money } from '#contract/kernel/money.ts'
import { reductions } from '#contract/reductions.ts'
import { signedIn } from './support/api.ts'
import { payables, reduciblePlans } from './support/book.ts'
import type { ConsolePage } from './support/console-page.ts'
import { leave } from './support/forms.ts'
import { expect, test } from './support/test.ts'

/** Most keys that an act on three rows of a list in front may take, marking them included. */
const keysMax = 8

/** Presses keys in turn, and counts them. */
function counting(desk: ConsolePage) {
  let count = 0
  const press = async (keys: string) => {
    for (const key of keys.split(' ')) {
      await desk.press(key)
      count += 1
    }
  }
  return { press, pressed: () => count }
}

/** Three rows from the top, in two keys. */
async function markThree(desk: ConsolePage, press: (keys: string) => Promise<void>): Promise<void> {
  await press('J J')
  await expect(desk.marked).toHaveCount(3)
}

test('customer service asks for three reductions, with a reason, in eight keys', async ({ sit }) => {
  const desk = await sit('cs')
  const free = await reduciblePlans(3)
  await desk.show('plans', `id:${free.map(({ id }) => id).join(',')}`, 3)
  const { press, pressed } = counting(desk)

  await markThree(desk, press)
  await press('d')
  await desk.asked('Reduction')
  await press('5 0 Enter')
  await desk.asked('Reason')
  await expect(desk.dialog.getByRole('option', { name: 'Lost their income 1' })).toBeVisible()
  await press('1')
  await desk.read('Request reduction 3')
  await press('mod+Enter')

  await expect(desk.toast('Filed for approval · 3')).toBeVisible()
  expect(pressed()).toBeLessThanOrEqual(keysMax)
})

test('a leader gives three cases to another collector, and ends three, with a reason, in eight keys each', async ({
  sit,
}) => {
  const desk = await sit('leader')
  const { page, dialog } = desk

  await test.step('given to another', async () => {
    await desk.go('g k', 'Open cases')
    const { press, pressed } = counting(desk)
    await markThree(desk, press)
    await press('t')
    await desk.asked('To collector')
    await expect(dialog.getByRole('option').first()).toBeVisible()
    const [row] = await dialog.getByRole('option').allTextContents()
    await press('1')
    await desk.asked('Reason')
    await expect(dialog.getByRole('button', { name: /^To collector: / })).toContainText(row!.slice(0, 6))
    await press('2')
    const give = await desk.read(/^Transfer case \d$/)
    await press('mod+Enter')
    await expect(give).toBeHidden()
    expect(pressed()).toBeLessThanOrEqual(keysMax)
    // what was refused stands in a result, and stays marked
    await leave(desk)
    await desk.press('Escape')
    await expect(desk.marked).toHaveCount(0)
  })

  await test.step('ended: they leave the list', async () => {
    const { rows } = await (await signedIn('leader')).call(cases.open, { size: 50 })
    const ids = rows.slice(-3).map(({ id }) => id)
    const kept = rows[0]!.id
    await desk.show('openCases', `id:${ids.join(',')}`, 3)
    const { press, pressed } = counting(desk)
    await markThree(desk, press)
    await press('e')
    await desk.asked('Reason')
    const reason = await dialog.getByRole('option', { name: /^Cancelled \d$/ }).textContent()
    await press(reason!.slice(-1))
    await desk.read('End case 3')
    await press('mod+Enter')
    await expect(desk.toast('Case ended · 3')).toBeVisible()
    expect(pressed()).toBeLessThanOrEqual(keysMax)
    await desk.press('R')
    await expect(page.getByRole('heading', { name: 'Nothing matches this filter' })).toBeVisible()
    // keys go to the first row that comes after none
    await desk.show('openCases', `id:${kept}`, 1)
  })
})

test('operations transfer three tickets, and send three pay-outs again by the button reached on purpose, in eight keys each', async ({
  sit,
}) => {
  const desk = await sit('ops')

  await test.step('transferred', async () => {
    await desk.go('g t', 'Operation tickets')
    await desk.ask('state:notFollowed,following -department:RSK -department:SVC')
    await expect(desk.page.locator('[role=gridcell]:focus')).toHaveCount(1)
    const { press, pressed } = counting(desk)
    await markThree(desk, press)
    await press('t')
    await desk.asked('To')
    await press('c s 2')
    await expect(desk.hit).toHaveText(/Customer service · cs2/)
    await press('Enter')
    await desk.asked('Note')
    await press('Enter')
    await expect(desk.toast('Transferred · 3')).toBeVisible()
    expect(pressed()).toBeLessThanOrEqual(keysMax)
  })

  await test.step('sent again', async () => {
    const rows = await payables(3)
    await desk.show('failedPayouts', `id:${rows.map(({ id }) => id).join(',')}`, 3)
    const { press, pressed } = counting(desk)
    await markThree(desk, press)
    await press('r')
    const send = await desk.read('Re-disburse 3')
    await press('Tab')
    await expect(send).toBeFocused()
    await press('Enter')
    await expect(desk.counted('Done').first().or(desk.toast('Sent again · 3'))).toBeVisible()
    expect(pressed()).toBeLessThanOrEqual(keysMax)
  })
})

/** Has customer service ask for three reductions more; answers the filter line that they match. */
async function threeRequests(): Promise<string> {
  const cs = await signedIn('cs')
  const free = await reduciblePlans(3)
  for (const { id, version } of free) {
    await cs.call(reductions.request, { id, version, amount: money('20', 'INR'), reason: 'Journey' })
  }
  return `planId:${free.map(({ id }) => id).join(',')} state:pending`
}

test('a manager passes three requests, and rejects three with a note, in eight keys each', async ({ sit }) => {
  const desk = await sit('manager')

  await test.step('passed', async () => {
    await desk.show('reductions', await threeRequests(), 3)
    const { press, pressed } = counting(desk)
    await markThree(desk, press)
    await press('A')
    await desk.asked('Note')
    await press('Enter')
    const pass = await desk.read('Pass reduction 3')
    await press('Tab')
    await expect(pass).toBeFocused()
    await press('Enter')
    await expect(desk.toast('Passed; it counts until its last day · 3')).toBeVisible()
    expect(pressed()).toBeLessThanOrEqual(keysMax)
  })

  await test.step('rejected', async () => {
    await desk.show('reductions', await threeRequests(), 3)
    const { press, pressed } = counting(desk)
    await markThree(desk, press)
    await press('X')
    await desk.asked('Note')
    await press('n o Enter')
    await desk.read('Reject reduction 3')
    await press('mod+Enter')
    await expect(desk.toast('Rejected · 3')).toBeVisible()
    expect(pressed()).toBeLessThanOrEqual(keysMax)
  })
})

test('a form with all fields is filled in by mouse as well, and says what is missing', async ({ sit }) => {
  const desk = await sit('ops')
  const { dialog } = desk
  await desk.go('g o', 'Order list')
  await desk.search('new ticket')
  await expect(desk.hit).toHaveText(/Open ticket/)
  await desk.press('Enter')
  await desk.asked('Type')

  await dialog.getByRole('option').first().click()
  await desk.asked('Title')
  await desk.type('Call back')
  await dialog.getByRole('button', { name: 'Open ticket for loan', exact: true }).click()
  await expect(desk.warning('Required')).toHaveCount(1)
  await desk.asked('Content')
  await desk.type('The customer wants to pay by cheque')
  await dialog.getByRole('button', { name: 'Open ticket for loan', exact: true }).click()

  await expect(desk.toast('Ticket opened')).toBeVisible()
  await expect(dialog).toBeHidden()
})
