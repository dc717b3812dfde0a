import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['server/kernel/base/tables.ts', 'server/modules/*/store.ts'],
  out: 'server/migrations',
})
