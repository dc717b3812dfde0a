import { answer, begin, open, release } from './support/forms.ts'
import { expect, test } from './support/test.ts'

/** Each by the code that programs know and by what it is called. */
const [code, retries] = ['teleVerify.retryMinutes', 'Verify by phone again after'] as const
const [money, bound] = ['reduction.dailyMaxMinor', 'Reductions a person and day'] as const

test('a parameter is set with a reason, refused out of its range, and rolled back, as its history tells; what money depends on waits for a second person', async ({
  sit,
}) => {
  const desk = await sit('ops')

  await test.step('set and rolled back', async () => {
    await open(desk, 'parameters', `id:${code}`, retries)
    await expect(desk.cell(retries, '1 – 2880')).toBeVisible()
    await begin(desk, 'set parameter', /^Set parameter/)
    await answer(desk, 'Value', '3000')
    await answer(desk, 'Reason', 'customers ask for it')
    await expect(desk.dialog).toContainText('Out of its range: 1 – 2880')
    await desk.press('Escape Escape Escape Escape')
    await expect(desk.dialog).toBeHidden()
    await begin(desk, 'set parameter', /^Set parameter/)
    await answer(desk, 'Value', '90')
    await answer(desk, 'Reason', 'customers ask for it')
    await desk.confirm('Set parameter')
    await desk.prove()
    await expect(desk.toast('Parameter set')).toBeVisible()
    await expect(desk.cell(retries, '90')).toBeVisible()
    await begin(desk, 'roll back', /^Roll back to the value before/)
    await answer(desk, 'Reason', 'too often')
    await desk.confirm('Roll back to the value before')
    await expect(desk.toast('Rolled back')).toBeVisible()
    // what it is set to, and its default
    await expect(desk.cell(retries, '120')).toHaveCount(2)
    await desk.press('p')
    await expect(desk.page.getByRole('row', { name: /90 120 too often Operations/ })).toBeVisible()
    await expect(desk.page.getByRole('row', { name: /120 90 customers ask for it Operations/ })).toBeVisible()
  })

  await test.step('before and after stand in the inbox of the second person', async () => {
    await desk.press('Escape')
    await open(desk, 'parameters', `id:${money}`, bound)
    await begin(desk, 'set parameter', /^Set parameter/)
    await answer(desk, 'Value', '5000000')
    await answer(desk, 'Reason', 'agreed with the board')
    await desk.read(/Ask for approval/)
    await desk.press('mod+Enter')
    await expect(desk.toast(/AP\d+ waits for approval/)).toBeVisible()
    await expect(desk.cell(bound, '0').first()).toBeVisible()
    const second = await sit('executive', {
      path: `/approvals?q=${encodeURIComponent(`objectId:${money} state:pending`)}`,
    })
    await expect(second.row('Reductions a person and day')).toContainText('Value: 0 → 5000000')
    await release(second, { takesProof: true })
    await expect(desk.cell(bound, '5000000')).toBeVisible()
  })
})
