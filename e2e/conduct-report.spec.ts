import { readFileSync } from 'node:fs'
import { pages } from '#contract/menu.ts'
import { languages } from '#locales/index.ts'
import { expectNoAxeViolations } from './support/accessibility.ts'
import { expect, test } from './support/test.ts'

test('a period in words, arrows over the numbers, Enter to the rows that one counts, the paper from the palette; no heading takes more than two lines at 1440 pixels, nor is a word of it broken, in any language', async ({
  sit,
}) => {
  const desk = await sit('supervisor', { path: pages.conductReport, screen: [1440, 900] })
  const { page } = desk

  await test.step('by keys', async () => {
    const report = page.getByRole('grid', { name: 'Conduct by agency' })
    await expect(report.locator('[data-cell="0:0"]')).toBeFocused()
    await desk.press('/')
    await page.keyboard.type('-30d')
    await desk.press('Enter')
    await expect(page).toHaveURL(/period=-30d/)
    await expectNoAxeViolations(page)
    await desk.press('ArrowDown')
    const calls = report.getByRole('row', { name: /^In-house collections/ }).locator('[data-cell$=":0"]')
    await expect(calls).toBeFocused()
    const count = (await calls.textContent())!
    await desk.press('Enter')
    await expect(page).toHaveURL(/call_list/)
    await expect(desk.status).toContainText(`of ${count}`)
    await desk.search('conduct report as pdf')
    await expect(desk.hit).toHaveText(/Conduct report as PDF/)
    const coming = page.waitForEvent('download')
    await desk.press('Enter')
    const file = await coming
    expect(file.suggestedFilename()).toMatch(/^Conduct report .*\.pdf$/)
    expect(
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })

  await test.step('headings in every language', async () => {
    const heads = page.locator('thead th[scope=col]')
    for (const language of languages) {
      await page.context().addCookies([{ name: 'language', value: language, url: page.url() }])
      await page.goto(pages.conductReport)
      await expect(heads).not.toHaveCount(0)
      await page.evaluate(() => document.fonts.ready)
      const tall = await heads.evaluateAll((all) =>
        all.flatMap((head) => {
          const text = document.createRange()
          text.selectNodeContents(head)
          const lines = text.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(head).lineHeight)
          const words = head.textContent.trim().split(' ').length
          return Math.round(lines) <= Math.min(2, words) ? [] : [`${head.textContent}: ${lines}`]
        }),
      )
      expect([language, tall]).toEqual([language, []])
    }
  })
})
