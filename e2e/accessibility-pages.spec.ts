import { expectAccessible, useSystemTheme } from './support/accessibility.ts'
import { addressOf, pagesByAccount } from './support/pages-by-account.ts'
import { expect, test } from './support/test.ts'

for (const [account, pages] of pagesByAccount) {
  test(`${pages.length} pages that are no lists are without fault in either theme as ${account} sees them`, async ({
    sit,
  }) => {
    const { page } = await sit(account)
    await useSystemTheme(page)
    for (const { path } of pages) {
      await test.step(path, async () => {
        const address = await addressOf(path, account)
        await page.evaluate((to) => history.pushState(null, '', to), address)
        await expect(page.getByRole('main').getByRole('heading').first()).toBeAttached()
        await expect(page.locator('[aria-busy=true], main [role=progressbar]')).toHaveCount(0)
        await expectAccessible(page)
      })
    }
  })
}
