import { Secret, TOTP } from 'otpauth'
import { expect, type Page } from 'playwright/test'

/** What an authenticator shows, so many periods from now. The one that confirmed a secret is good no more. */
export const codeOf = (secret: string, periods = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + periods * 30_000 })

/** Turns two-factor on in the dialog that is open, and keeps the recovery codes. */
export async function confirm(page: Page): Promise<{ secret: string; codes: string[] }> {
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: 'QR code that holds the secret' })).toBeVisible()
  const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '')
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('The code is not right')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(codeOf(secret))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const codes = await dialog.getByRole('listitem').allInnerTexts()
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  return { secret, codes }
}
