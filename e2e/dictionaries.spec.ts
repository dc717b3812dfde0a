import { readFileSync } from 'node:fs'
import { begin, leave, open } from './support/forms.ts'
import { expect, test } from './support/test.ts'

test('a label is changed by keys, and every screen says it at once; the sheet of the types that are marked holds those, and no others', async ({
  sit,
}) => {
  const admin = await sit('admin', { path: '/' })

  await test.step('a label', async () => {
    const colleague = await sit('cs', { path: '/system/operation_ticket?q=kind%3Arefund' })
    await expect(colleague.page.getByRole('gridcell', { name: 'Refund', exact: true }).first()).toBeVisible()
    await admin.press('g z')
    await expect(admin.page).toHaveURL(/system\/dict$/)
    await admin.page.goto('/system/dict_detail?q=dictionary%3Atickets.kind%20code%3Arefund')
    await expect(admin.page.getByRole('gridcell', { name: 'refund', exact: true })).toBeVisible()
    // read out in its own language, whatever the screen speaks
    await expect(admin.page.locator('[role=gridcell][col-id=labelZh] [lang=zh]')).toHaveCount(1)
    await admin.press('e')
    const english = admin.page.getByRole('textbox', { name: 'English' })
    await expect(english).toBeFocused()
    await english.fill('Money back')
    await admin.press('mod+Enter')
    await expect(admin.toast('Entry changed')).toBeVisible()
    await admin.press('e')
    await expect(english).toHaveValue('Money back')
    await expect(colleague.page.getByRole('gridcell', { name: 'Money back', exact: true }).first()).toBeVisible()
    await english.fill('Refund')
    await admin.press('mod+Enter')
    await expect(colleague.page.getByRole('gridcell', { name: 'Refund', exact: true }).first()).toBeVisible()
  })

  await test.step('a sheet', async () => {
    await leave(admin)
    await open(admin, 'dictionaries', 'id:reasons.blacklist,reasons.blacklistRemoval', 'Reasons for blacklisting')
    await admin.press('a')
    await expect(admin.page.getByRole('row', { name: /^Reasons for/, selected: true })).toHaveCount(2)
    const coming = admin.page.waitForEvent('download')
    await begin(admin, 'download sheet', /^Download the sheet of these types/)
    const lines = readFileSync(await (await coming).path(), 'utf8')
      .split('\n')
      .filter((line) => line.includes('reasons.'))
    const types = new Set(lines.map((line) => /reasons\.\w+/.exec(line)?.[0]))
    expect([...types].toSorted()).toEqual(['reasons.blacklist', 'reasons.blacklistRemoval'])
  })
})
