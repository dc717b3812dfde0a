import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type AuditEntry, record } from '#server/kernel/base/audit.ts'
import { type ChainServices, LogRewound, sealAudit, verifyChain } from '#server/kernel/base/audit-chain.ts'
import { secretsOf } from '#server/kernel/base/secrets.ts'
import { witnessAt } from '#server/kernel/base/witness.ts'
import { test as base, type World } from '#tests/support/server.ts'

interface Log {
  /** The server's log, with a file as witness. */
  log: ChainServices
  /** Three entries, each sealed and signed by itself, eleven minutes after the other: longer than a call lasts. */
  sealed: () => Promise<void>
  /** Statements past the database's guard. */
  cheat: (...statements: string[]) => Promise<unknown>
}

const dayMs = 86_400_000

const entryOf = (objectId: string, at: Date): AuditEntry => ({
  ...{ at, actorName: 'Asha Rao', unitPath: 'HQ', roles: ['OPS'], command: 'loans.redisburse', risk: 'money' },
  ...{ objectId, outcome: 'done', requestId: objectId, durationMs: 3 },
})

const test = base.extend<Log>({
  log: async ({ server }, use) => {
    const folder = join(tmpdir(), `lendline-witness-${process.pid}`) // not there yet, as a data folder beside PostgreSQL
    await rm(folder, { recursive: true, force: true })
    await use({ ...server.app, witness: witnessAt(join(folder, 'newest.json')) })
    await rm(folder, { recursive: true, force: true })
  },
  sealed: async ({ log, clock }, use) =>
    use(async () => {
      for (const objectId of ['A', 'B', 'C']) {
        await record(log.database.db, entryOf(objectId, clock.now()))
        await sealAudit(log)
        clock.forward(11 * 60_000)
      }
    }),
  cheat: async ({ server }, use) =>
    use((...statements) =>
      server.app.database.query(
        `begin; set local session_replication_role = replica; ${statements.join('; ')}; commit`,
      ),
    ),
})

const copied = (columns: string) =>
  `insert into audit (${columns}, actor_name, unit_path, roles, command, risk, outcome, request_id, duration_ms)`
const values = `actor_name, unit_path, roles, command, risk, outcome, request_id, duration_ms from audit where id = 1`
const inThePast = `${copied('id, at')} select 99, at - interval '1 day', ${values}`

test('a log that nobody touched holds, and says how far', async ({ log, sealed, as }) => {
  await sealed()

  expect(await verifyChain(log)).toEqual({ checked: 3, checkpoints: 3, broken: null })
  expect(await as('admin').audit.verify()).toEqual({ checked: 3, checkpoints: 3 })
})

test('what lies in no chain yet is not taken for a forgery, nor what was chained and not signed yet', async ({
  log,
  sealed,
  clock,
}) => {
  await sealed()
  await record(log.database.db, entryOf('D', clock.now()))

  expect(await verifyChain(log)).toMatchObject({ checked: 3, broken: null })
})

test('what is written after a clock was ahead and was set right is sealed, and not taken for a forgery', async ({
  log,
  sealed,
  clock,
}) => {
  clock.forward(dayMs)
  await sealed()
  clock.forward(-dayMs)
  await record(log.database.db, entryOf('D', clock.now()))
  const unsealed = await verifyChain(log)

  expect(await sealAudit(log)).toBe(1)

  expect(unsealed).toMatchObject({ checked: 3, broken: null })
  expect(await verifyChain(log)).toEqual({ checked: 4, checkpoints: 4, broken: null })
})

test('nobody changes the log, its chain or its checkpoints past the database’s guard', async ({ sealed, server }) => {
  await sealed()

  for (const table of ['audit', 'audit_seals', 'audit_checkpoints']) {
    for (const statement of [`delete from ${table}`, `truncate ${table}`])
      await expect(server.app.database.query(statement)).rejects.toThrow('append-only')
  }
})

/** What somebody who can write to the database may try, and what verification calls it. */
const cheats = {
  'a row is changed': ['changed', 2, `update audit set actor_name = 'x' where id = 2`],
  'two rows are exchanged': [
    'changed',
    1,
    `update audit a set object_id = b.object_id from audit b where a.id in (1, 2) and b.id = 3 - a.id`,
  ],
  'a row is deleted': ['deleted', 2, `delete from audit where id = 2`],
  'a row and its link are deleted': [
    'deleted',
    2,
    `delete from audit where id = 2; delete from audit_seals where audit_id = 2`,
  ],
  'a row is inserted into the past': ['inserted', 4, inThePast],
  'a link is inserted': [
    'changed',
    3,
    `${inThePast}; update audit_seals set seq = 4 where seq = 3; insert into audit_seals values (3, 99, 'x')`,
  ],
  'the end is cut off, with its checkpoints': [
    'truncated',
    2,
    `delete from audit where id > 1; delete from audit_seals where seq > 1; delete from audit_checkpoints where seq > 1`,
  ],
  'the end is cut off, without its checkpoints': [
    'truncated',
    3,
    `delete from audit where id = 3; delete from audit_seals where seq = 3`,
  ],
  'everything is deleted': [
    'truncated',
    1,
    `delete from audit; delete from audit_seals; delete from audit_checkpoints`,
  ],
  'a checkpoint is deleted': ['unsigned', 4, `delete from audit_checkpoints where number = 2`],
  'a checkpoint is changed': [
    'unsigned',
    3,
    `update audit_checkpoints set at = at - interval '1 day' where number = 2`,
  ],
} as const satisfies Record<string, readonly [string, number, string]>

test.for(Object.entries(cheats))('%s: found', async ([, [by, seq, statement]], { log, sealed, cheat }) => {
  await sealed()

  await cheat(statement)

  expect((await verifyChain(log)).broken).toMatchObject({ by, seq })
})

/** Rows and links as somebody makes them who knows how hashes are made, but not the key. */
async function rebuilt({ server, clock }: Pick<World, 'server' | 'clock'>, cheat: Log['cheat']): Promise<void> {
  await cheat(
    `update audit set actor_name = 'x' where id = 2`,
    'delete from audit_seals',
    'delete from audit_checkpoints',
  )
  const forger = { ...server.app, clock, secrets: secretsOf('a guess'), witness: witnessAt(undefined) }
  await sealAudit(forger)
}

test('a chain that was made anew under another key is found, with its signature', async ({
  log,
  sealed,
  cheat,
  server,
  clock,
}) => {
  await sealed()
  await rebuilt({ server, clock }, cheat)

  expect((await verifyChain(log)).broken).toMatchObject({ by: 'unsigned', seq: 4 })
})

test('a log that was cut keeps its witness: sealing goes on and says so', async ({ log, sealed, cheat }) => {
  await sealed()
  const kept = await log.witness.newest()
  await cheat(
    'delete from audit where id = 3',
    'delete from audit_seals where seq = 3',
    'delete from audit_checkpoints where seq = 3',
  )

  await expect(sealAudit(log)).rejects.toThrow(LogRewound)

  expect(kept).toMatchObject({ number: 3, seq: 3 })
  expect(await log.witness.newest()).toEqual(kept)
})

test('whoever verifies a cheated log is told what was found, and a manager’s word is on the record', async ({
  sealed,
  cheat,
  as,
}) => {
  await sealed()
  await cheat(cheats['a row is changed'][2])

  await expect(as('admin').audit.verify()).rejects.toMatchObject({
    fault: 'log_changed',
    msg: expect.stringContaining('2'),
  })

  const { rows } = await as('admin').audit.list({ q: 'command:audit.verify outcome:refused' })
  expect(rows).toMatchObject([{ fault: 'log_changed' }])
})

test('the newest checkpoint can be kept at an http address', async ({ log, sealed }) => {
  let kept: string | undefined
  const server = createServer(async (request, response) => {
    if (request.method === 'PUT') kept = (await request.toArray()).join('')
    response.writeHead(kept ? 200 : 404).end(kept)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  const remote = { ...log, witness: witnessAt(`http://127.0.0.1:${port}/log`) }

  await sealed()
  await sealAudit(remote)
  expect(JSON.parse(kept!)).toMatchObject({ number: 3, seq: 3 })
  expect(await verifyChain(remote)).toMatchObject({ checked: 3, broken: null })

  await new Promise((resolve) => server.close(resolve))
  await expect(verifyChain(remote)).rejects.toThrow()
})
