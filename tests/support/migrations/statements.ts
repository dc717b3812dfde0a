import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#server/kernel/base/root.ts'

/** Statements of a migration, by its name: a test has those that convert rows run on what had been written before. */
export const statementsOf = (migration: string): string[] =>
  readFileSync(join(root, `server/migrations/${migration}.sql`), 'utf8').split('--> statement-breakpoint')
