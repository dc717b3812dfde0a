import { money } from '#contract/kernel/money.ts'
import { reductions } from '#contract/reductions.ts'
import { signedIn } from './support/api.ts'
import { reduciblePlans } from './support/book.ts'
import { expect, test } from './support/test.ts'

test('what waits on an order is decided where it is opened: by its keys, its button and the palette', async ({
  sit,
}) => {
  const [plan] = await reduciblePlans(1)
  const { id, version, loanId } = plan!
  const cs = await signedIn('cs')
  await cs.call(reductions.request, { id, version, amount: money('20', 'INR'), reason: 'Journey' })
  const desk = await sit('manager')
  await desk.show('reductions', `planId:${id} state:pending`, 1)
  await desk.press('Enter')
  await expect(desk.page.getByRole('heading', { name: loanId, level: 1 })).toBeVisible()
  const panel = desk.page.getByRole('region', { name: /^Reduction RD/ })
  await expect(panel).toContainText('Pending')

  await desk.search('pass reduction')
  await expect(desk.hit).toHaveText(/Pass reduction/)
  await desk.press('Escape Escape')
  await panel.getByRole('button', { name: /^Pass reduction/ }).click()
  await desk.asked('Note')
  await desk.press('Escape')
  await expect(desk.dialog).toBeHidden()

  await desk.press('X')
  await desk.asked('Note')
  await desk.type('Asked for twice')
  await desk.press('Enter')
  await desk.confirm('Reject reduction')
  await expect(desk.toast(/Rejected/)).toBeVisible()
  await expect(panel).toBeHidden()
})
