import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#scripts/postgres.ts'
import { root } from '#server/kernel/base/root.ts'
import { expect, signIn, test } from './support/test.ts'
import { confirm } from './support/two-factor.ts'

/** The first start outside of a demo: where it is, and the password it prints. */
async function firstStart(folder: string): Promise<{ child: ChildProcess; url: string; password: string }> {
  const port = await freePort()
  const env = { ...process.env, NODE_ENV: 'production', PORT: String(port), DATA_DIR: folder, LENDLINE_DEMO: '0' }
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], { cwd: root, env })
  const password = await new Promise<string>((resolve) => {
    let said = ''
    child.stdout.on('data', (part: Buffer) => {
      said += part
      const [, printed] = /Sign in as admin with (\S+);.*Lendline is at/s.exec(said) ?? []
      if (printed) resolve(printed)
    })
  })
  return { child, url: `http://localhost:${port}`, password }
}

test('the first administrator chooses a password, then sets up two-factor, and nothing before', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'lendline-first-'))
  const { child, url, password } = await firstStart(folder)
  try {
    await page.goto(url)
    await signIn(page, 'admin', password)
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Choose a password of your own')
    await dialog.getByLabel('Original password').fill(password)
    await dialog.getByLabel('New password', { exact: true }).fill('Better#22')
    await dialog.getByLabel('New password again').fill('Better#22')
    await page.keyboard.press('Enter')

    await expect(dialog).toBeHidden()
    await signIn(page, 'admin', 'Better#22')
    await expect(dialog).toContainText('Your role needs a second factor')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    await page.getByLabel('The code it shows now').focus()
    await confirm(page)

    await expect(page).not.toHaveURL(/login/)
    await expect(dialog).toBeHidden()
    await page.goto(`${url}/account`)
    await expect(page.getByText('Your role needs it')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Turn off' })).toBeHidden()
  } finally {
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
    rmSync(folder, { recursive: true, force: true })
  }
})
