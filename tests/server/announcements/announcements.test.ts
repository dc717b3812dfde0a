import { expect } from 'vitest'
import { demoPassword } from '#server/seed/foundation.ts'
import { type Account, test, type World } from '#tests/support/server.ts'

type As = Pick<World, 'as'>
const told = {
  title: 'Bank holiday',
  content: 'No payouts on **Friday**.',
  state: 'enabled',
  audience: 'everybody',
  popUp: 'once',
} as const
const add = ({ as }: As, more: object = {}) => as('admin').announcements.add({ ...told, ...more })
const find = async ({ as }: As, id: string) =>
  (await as('admin').announcements.list({ q: `id:${id}` })).rows.find((row) => row.id === id)
const titlesFor = async ({ as }: As, who: Account, language = 'en') =>
  (await as(who, { language }).announcements.shown()).notices.map(({ title }) => title)

test('the units that one is for are named as its reader’s language has them', async ({ as }) => {
  const { id } = await add({ as }, { audience: 'units', readers: ['RSK', 'OPS'] })

  const read = async (language: string) =>
    (await as('admin', { language }).announcements.list({ q: `id:${id}` })).rows[0]!.readers
  expect([await read('en'), (await read('zh')).split(', ').toSorted()]).toEqual([
    'Operations, Risk',
    ['运营部', '风控部'].toSorted(),
  ])
})

test.for([
  ['everybody', [], ['collector', 'cs', 'admin']],
  ['roles', ['COL', 'CTL'], ['collector', 'leader']],
  ['units', ['COL'], ['collector', 'leader', 'supervisor']],
] as const)('one for %s %j reaches those, and nobody else', async ([audience, readers, reached], { as }) => {
  await add({ as }, { audience, readers })

  for (const who of ['collector', 'leader', 'supervisor', 'cs', 'admin'] as const) {
    const isReached = audience === 'everybody' || (reached as readonly string[]).includes(who)
    expect([who, await titlesFor({ as }, who)]).toEqual([who, isReached ? ['Bank holiday'] : []])
  }
})

test('one for a language reaches whoever reads the console in it', async ({ as }) => {
  const { id } = await add({ as }, { audience: 'languages', readers: ['vi', 'ja'] })

  expect(await titlesFor({ as }, 'cs', 'vi')).toEqual(['Bank holiday'])
  expect(await titlesFor({ as }, 'cs', 'en')).toEqual([])
  expect((await find({ as }, id))?.readers).toBe('Japanese, Vietnamese')
})

test.for([
  [{ showFrom: '2026-03-10', showUntil: '2026-03-10' }, true],
  [{ showFrom: '2026-03-11' }, false],
  [{ showUntil: '2026-03-09' }, false],
  [{ state: 'draft' }, false],
  [{ state: 'disabled' }, false],
] as const)('%j is shown: %s', async ([more, isShown], { as }) => {
  await add({ as }, more)

  expect(await titlesFor({ as }, 'cs')).toEqual(isShown ? ['Bank holiday'] : [])
})

test('one that pops up once is counted once for each person, however often it is closed', async ({ as }) => {
  const { id } = await add({ as })
  expect((await as('cs').announcements.shown()).notices).toMatchObject([{ id, due: true }])

  await as('cs').announcements.close({ id })
  await as('cs').announcements.close({ id })
  await as('ops').announcements.close({ id })

  expect((await as('cs').announcements.shown()).notices).toMatchObject([{ id, due: false }])
  expect((await find({ as }, id))?.exposures).toBe(2)
})

test('one that is continuous pops up in every session, and is counted in each', async ({ as, raw }) => {
  const { id } = await add({ as }, { popUp: 'continuous' })
  await as('cs').announcements.close({ id })
  expect((await as('cs').announcements.shown()).notices).toMatchObject([{ due: false }])

  const { token } = await as(null).session.signIn({ username: 'cs', password: demoPassword })
  const again = await raw('GET /announcements/shown', { headers: { authentication: token } })
  expect(again.data).toMatchObject({ notices: [{ id, due: true }] })
  const body = JSON.stringify({ id })
  const headers = { authentication: token, 'content-type': 'application/json', 'idempotency-key': id }
  expect(await raw('POST /announcements/close', { headers, body })).toMatchObject({ code: 200 })

  expect((await find({ as }, id))?.exposures).toBe(2)
})

test('one that is not for them, or not shown, nobody closes', async ({ as }) => {
  const { id } = await add({ as }, { audience: 'roles', readers: ['COL'] })

  await expect(as('cs').announcements.close({ id })).rejects.toMatchObject({ fault: 'not_found' })
  expect((await find({ as }, id))?.exposures).toBe(0)
})

test.for(['title', 'content', 'state', 'audience', 'popUp'] as const)('%s is required', async (field, { as }) => {
  const missing = as('admin').announcements.add({ ...told, [field]: undefined })
  await expect(missing).rejects.toMatchObject({ code: 400, fields: [{ field, reason: 'is required' }] })
  const empty = as('admin').announcements.add({ ...told, [field]: ' ' } as never)
  await expect(empty).rejects.toMatchObject({ code: 400, fields: [{ field }] })
})

test.for([
  [{ audience: 'roles', readers: [] }, 'readers'],
  [{ audience: 'roles', readers: ['COL', 'BOSS'] }, 'readers'],
  [{ audience: 'units', readers: ['MARS'] }, 'readers'],
  [{ audience: 'languages', readers: ['fr'] }, 'readers'],
  [{ showFrom: '2026-03-12', showUntil: '2026-03-11' }, 'showUntil'],
  [{ state: 'removed' }, 'state'],
  [{ title: 'x'.repeat(121) }, 'title'],
] as const)('%j is refused at its field', async ([more, field], { as }) => {
  await expect(add({ as }, more)).rejects.toMatchObject({ code: 400, fields: [{ field }] })
  expect((await as('admin').announcements.list({ q: '' })).rows).toEqual([])
})

test('one that is enabled is not deleted; disabled it is, and is gone', async ({ as }) => {
  const { id } = await add({ as })
  const { version } = (await find({ as }, id))!
  await expect(as('admin').announcements.remove({ id, version } as never)).rejects.toMatchObject({
    fault: 'not_allowed_now',
  })

  const off = await as('admin').announcements.disable({ id, version } as never)
  const gone = await as('admin').announcements.remove({ id, version: off.version } as never)

  expect(gone.state).toBe('removed')
  expect(await find({ as }, id)).toBeUndefined()
  await expect(as('admin').announcements.detail({ id })).rejects.toMatchObject({ fault: 'not_found' })
  const { rows } = await as('admin').audit.list({ q: 'command:announcements.remove outcome:done' })
  expect(rows).toMatchObject([{ objectId: id, changes: 'Status: Disabled → Deleted' }])
})

test('what was written stays as it is, script and all, and goes on the record before and after', async ({ as }) => {
  const { id } = await add({ as })
  const { version } = (await find({ as }, id))!
  const hostile = '<script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1))'

  const edited = await as('ops').announcements.edit({ ...told, id, version, content: hostile } as never)

  expect(edited).toMatchObject({ content: hostile, maker: 'Administrator' })
  const { rows } = await as('admin').audit.list({ q: 'command:announcements.edit' })
  expect(rows[0]?.changes).toContain('Content: No payouts on **Friday**. → <script>')
  const back = as('ops').announcements.edit({ ...told, id, version: edited.version, state: 'draft' } as never)
  await expect(back).rejects.toMatchObject({ fault: 'not_allowed_now', fields: [{ field: 'state' }] })
})

test('whoever may only read them neither writes nor deletes', async ({ as }) => {
  const { id } = await add({ as }, { state: 'draft' })
  const { version } = (await find({ as }, id))!

  await expect(as('cs').announcements.add(told)).rejects.toMatchObject({ code: 403 })
  await expect(as('cs').announcements.enable({ id, version } as never)).rejects.toMatchObject({ code: 403 })
  await expect(as('ops').announcements.remove({ id, version } as never)).rejects.toMatchObject({ code: 403 })
  await expect(as('collector').announcements.list({ q: '' })).rejects.toMatchObject({ code: 403 })
})
