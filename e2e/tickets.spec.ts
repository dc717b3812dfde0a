import { tickets } from '#contract/tickets.ts'
import { signedIn } from './support/api.ts'
import type { ConsolePage } from './support/console-page.ts'
import { expect, test } from './support/test.ts'

/** An open ticket of another department, in front and alone. */
async function ticketInFront(desk: ConsolePage): Promise<string> {
  const ops = await signedIn('ops')
  const { rows } = await ops.call(tickets.operation, {
    q: 'state:notFollowed,following -department:RSK -department:SVC',
  })
  const { id } = rows[Math.floor(Math.random() * rows.length)]!
  await desk.show('operationTickets', `id:${id}`, 1)
  return id
}

test('the palette hands a ticket to a colleague, and the note may be left empty; one who has left is named, and refused', async ({
  sit,
}) => {
  const desk = await sit('ops')

  await test.step('handed over', async () => {
    const id = await ticketInFront(desk)
    await desk.search('transf')
    await expect(desk.hit).toHaveText(/Transfer ticket/)
    await desk.press('Enter')
    await desk.asked('To')
    await desk.type('cs2')
    await expect(desk.hit).toHaveText(/Customer service · cs2/)
    const [colleague] = (await desk.hit.textContent())!.split('Customer service')
    await desk.press('Enter')
    await desk.asked('Note')
    await desk.press('Enter')
    await expect(desk.toast('Transferred')).toBeVisible()
    await expect(desk.cell(id, colleague!)).toBeVisible()
    await expect(desk.cell(id, 'Customer service')).toBeVisible()
  })

  await test.step('who has left', async () => {
    await ticketInFront(desk)
    const left = { id: 'S-left', name: 'Ravi Nair', hint: 'Risk · ravi' }
    await desk.page.route('**/api/references/assignee*', (route) =>
      route.fulfill({ json: { code: 200, msg: '', data: { found: [], closed: [left] }, requestId: 'x' } }),
    )
    await desk.press('t')
    await desk.asked('To')
    await desk.type('ravi')
    await expect(
      desk.dialog.getByRole('option', { name: /Ravi Nair.*no longer be chosen/, disabled: true }),
    ).toBeVisible()
    await desk.press('Enter')
    await expect(desk.dialog.getByRole('alert')).toHaveText('Closed, can no longer be chosen')
    await desk.asked('To')
  })
})
