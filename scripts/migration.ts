import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#server/kernel/base/root.ts'

/** Writes the migration that the tables lack (drizzle-kit generate) and freezes it by its hash; arguments are passed on. */
const drizzle = join(root, 'node_modules/drizzle-kit/bin.cjs')
execFileSync(process.execPath, [drizzle, 'generate', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })

const folder = join(root, 'server/migrations')
const readJson = <Shape>(path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8')) as Shape // ours
const { entries } = readJson<{ entries: readonly { tag: string }[] }>('meta/_journal.json')
const frozen = readJson<Record<string, string>>('frozen.json')
for (const { tag } of entries)
  frozen[tag] ??= createHash('sha256')
    .update(readFileSync(join(folder, `${tag}.sql`)))
    .digest('hex')
writeFileSync(join(folder, 'frozen.json'), `${JSON.stringify(frozen, null, 2)}\n`)

// drizzle-kit compares the tables with the newest snapshot alone
const snapshots = readdirSync(join(folder, 'meta')).filter((name) => name.endsWith('_snapshot.json'))
for (const old of snapshots.toSorted().slice(0, -1)) rmSync(join(folder, 'meta', old))
