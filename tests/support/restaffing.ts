import { rememberStaffing } from './database.ts'
import { test } from './server.ts'

/** `test` where tests change staff and roles: each leaves them as it found them. */
export const restaffing = test.extend<{ staffed: undefined }>({
  staffed: [
    async ({ server }, use) => {
      const restore = await rememberStaffing(server.app.database)
      await use(undefined)
      await restore()
    },
    { auto: true },
  ],
})
