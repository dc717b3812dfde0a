import { defineConfig } from 'playwright/test'
import { browserArgs, findBrowser } from './scripts/browser.ts'

/** JIT: a page of a journey is gone before code that was optimized for it has paid for itself. */
const withoutOptimizing = '--js-flags=--no-maglev,--no-turbofan'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/support/server.setup.ts',
  // patience with a busy machine, not time that passes
  timeout: 600_000,
  expect: { timeout: 60_000 },
  workers: 2,
  forbidOnly: true,
  use: {
    // what cannot be done fails with its own name, before the journey's time is up
    actionTimeout: 120_000,
    viewport: { width: 1440, height: 600 },
    locale: 'en-GB',
    // nothing that moves is waited for
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: findBrowser(), args: [...browserArgs, withoutOptimizing] },
    screenshot: 'only-on-failure',
  },
})
