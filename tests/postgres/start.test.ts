import { execFile } from 'node:child_process'
import { verify } from '@node-rs/argon2'
import { expect } from 'vitest'
import { root } from '#server/kernel/base/root.ts'
import { nounSchema } from '#server/nouns.ts'
import { addAdministrator, addFoundation } from '#server/seed/foundation.ts'
import { openNew, urlOf } from '#tests/support/database.ts'
import { test } from '#tests/support/server.ts'

/** What a program says, run to its end. */
const run = (script: string, env: NodeJS.ProcessEnv): Promise<string> => {
  const options = { cwd: root, env: { ...process.env, LENDLINE_SECRET: 'x', LENDLINE_DEMO: '0', ...env } }
  return new Promise((done) => {
    execFile(process.execPath, ['--import', 'tsx', script], options, (_, out, error) => done(out + error))
  })
}

test.for(['server/main.ts', 'scripts/migrate.ts', 'scripts/audit-book.ts'])(
  '%s says that DATABASE_URL names nothing, in one sentence',
  async (script, { server: { app } }) => {
    const missing = (await urlOf(app.database)).replace(/\/\w+$/, '/nowhere')

    const [refused, unreachable] = [
      await run(script, { DATABASE_URL: missing }),
      await run(script, { DATABASE_URL: 'postgres://lendline@127.0.0.1:1/lendline' }),
    ]

    expect(refused).toMatch(
      /^PostgreSQL refuses the user, password or database that DATABASE_URL names: SQLSTATE 3D000/,
    )
    expect(unreachable).toMatch(/^The database that DATABASE_URL names cannot be reached\./)
  },
)

test('a port that somebody else has is named, and the first password is told all the same', async ({ server }) => {
  const database = await openNew(`template template0 encoding 'UTF8' lc_ctype 'C.UTF-8'`)
  const { port } = new URL(server.url)

  const said = await run('server/main.ts', { DATABASE_URL: await urlOf(database), PORT: port, HOST: '127.0.0.1' })

  const { rows } = await database.query('select password_hash as hash from staff')
  const [, password = ''] = /Sign in as admin with (\S+); it is good once/.exec(said) ?? []
  expect(await verify(String(rows[0]!.hash), password)).toBe(true)
  expect(said).toContain(`cannot be listened on: listen EADDRINUSE: address already in use 127.0.0.1:${port}`)
  await database.close()
})

test('of servers that start at once on an empty database one tells a password, which is the one', async () => {
  const database = await openNew(`template template0 encoding 'UTF8' lc_ctype 'C.UTF-8'`)
  await database.migrate(nounSchema)
  await addFoundation(database.db, { demo: false })

  const told = await Promise.all(Array.from({ length: 4 }, () => addAdministrator(database.db, new Date())))

  const { rows } = await database.query('select password_hash as hash from staff')
  const passwords = told.filter((one) => one !== null)
  expect(passwords).toHaveLength(1)
  expect(await verify(String(rows[0]!.hash), passwords[0]!)).toBe(true)
  await database.close()
})
