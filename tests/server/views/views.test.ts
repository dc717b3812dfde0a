import { expect } from 'vitest'
import { type Views, views } from '#contract/views.ts'
import { type Account, type Answer, test, type World } from '#tests/support/server.ts'

type Raw = Pick<World, 'raw'>
let sent = 0

/** A write of somebody, as the console sends it. */
const post = ({ raw }: Raw, path: string, who: Account, body: object): Promise<Answer> =>
  raw(`POST /views${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `k${sent++}` },
    body: JSON.stringify(body),
    who,
  })
const saved = (raw: Raw, who: Account, body: object = {}) =>
  post(raw, '', who, { listing: 'loans.applications', title: 'Mine', query: 'state:22', layout: [], ...body })
const viewsOf = async ({ raw }: Raw, who: Account): Promise<Views> =>
  views.get.output.parse((await raw('GET /views', { who })).data)
const titles = async (raw: Raw, who: Account) =>
  (await viewsOf(raw, who)).views.filter(({ mine }) => mine).map(({ title }) => title)

test('a view of one’s own is nobody else’s, on whatever device one signs in', async ({ raw }) => {
  const layout = [{ field: 'amount', shown: true, pinned: true, width: 120 }]
  await saved({ raw }, 'cs', { layout })

  const [view] = (await viewsOf({ raw }, 'cs')).views
  const others = await titles({ raw }, 'ops')

  expect(view).toMatchObject({ title: 'Mine', query: 'state:22', layout, audience: 'own', mayChange: true })
  expect(view!.id).toMatch(/^~/)
  expect(others).toEqual([])
})

test('a view of a team is that of everybody in the unit and below it, and of nobody beside it', async ({ raw }) => {
  await saved({ raw }, 'leader', { listing: 'cases.open', query: '', audience: 'team', title: 'Of the agency' })

  expect(await titles({ raw }, 'leader')).toEqual(['Of the agency'])
  expect(await titles({ raw }, 'collector')).toEqual(['Of the agency'])
  expect(await titles({ raw }, 'agency')).toEqual([])
  const [seen] = (await viewsOf({ raw }, 'collector')).views
  expect(seen).toMatchObject({ of: { name: 'In-house collections' }, mayChange: false })
})

test('whoever sees only rows of their own shares nothing with a team', async ({ raw }) => {
  const shared = await saved({ raw }, 'collector', { listing: 'cases.open', query: '', audience: 'team' })

  expect(shared.fault).toBe('forbidden')
  expect((await viewsOf({ raw }, 'collector')).team.listings).not.toContain('cases.open')
  expect((await viewsOf({ raw }, 'leader')).team.listings).toContain('cases.open')
})

test('a view of a role is that of everybody who has it, and only who sets the business up makes one', async ({
  raw,
}) => {
  const of = { listing: 'cases.open', query: '', audience: 'role', roleId: 'COL', title: 'Collectors' }

  expect((await saved({ raw }, 'leader', of)).fault).toBe('forbidden')
  expect((await saved({ raw }, 'manager', { ...of, roleId: 'NONE' })).fault).toBe('unknown_role')
  await saved({ raw }, 'manager', of)

  expect(await titles({ raw }, 'collector')).toEqual(['Collectors'])
  expect(await titles({ raw }, 'leader')).toEqual([])
  const told = (await viewsOf({ raw }, 'manager')).views
  expect(told).toMatchObject([{ mine: false, mayChange: true, of: { id: 'COL', name: 'Collection specialist' } }])
})

test('saved again under its name a view is changed, and keeps its id', async ({ raw }) => {
  await saved({ raw }, 'cs')
  const [before] = (await viewsOf({ raw }, 'cs')).views
  await saved({ raw }, 'cs', { query: 'state:31' })

  expect((await viewsOf({ raw }, 'cs')).views).toEqual([{ ...before, query: 'state:31' }])
})

test.for([
  [{ listing: 'nothing.there' }, 'unknown_listing'],
  [{ listing: 'cardChanges.list', query: '' }, 'forbidden'],
  [{ query: 'colour:red' }, 'bad_query'],
  [{ query: 'name:rao' }, 'view_personal'],
  [{ query: 'rao' }, 'view_personal'],
  [{ query: '-phone:9876543210' }, 'view_personal'],
  [{ query: 'phone:~foreign' }, 'view_personal'],
  [{ title: ' ' }, 'invalid'],
  [{ title: 'x'.repeat(41) }, 'invalid'],
] as const)('a view with %j is refused: %s', async ([wrong, fault], { raw }) => {
  expect((await saved({ raw }, 'reviewer', wrong)).fault).toBe(fault)
  expect((await viewsOf({ raw }, 'reviewer')).views).toEqual([])
})

test('what stands under one’s own token is as personal as in the open', async ({ as, raw }) => {
  const { tokens } = await as('cs').queries.seal({ values: ['9876543210'] })

  expect((await saved({ raw }, 'cs', { query: `phone:~${tokens[0]}` })).fault).toBe('view_personal')
})

test('twenty views are kept of a list, and a view over one of them', async ({ raw }) => {
  for (let i = 0; i < 20; i++) await saved({ raw }, 'cs', { title: `View ${i}` })

  expect((await saved({ raw }, 'cs', { title: 'One more' })).fault).toBe('too_many_views')
  expect((await saved({ raw }, 'cs', { title: 'View 7', query: '' })).code).toBe(200)
  expect((await saved({ raw }, 'cs', { title: 'Elsewhere', listing: 'plans.list', query: '' })).code).toBe(200)
})

test('a list opens with what one chose, and for a role with what was chosen for it', async ({ raw }) => {
  const opening = { listing: 'loans.applications', view: 'waiting' }
  await post({ raw }, '/opening', 'cs', opening)
  await post({ raw }, '/opening', 'manager', { ...opening, view: 'all', roleId: 'CS' })

  expect((await viewsOf({ raw }, 'cs')).openings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ audience: 'own', view: 'waiting', mine: true }),
      expect.objectContaining({ audience: 'role', of: 'CS', view: 'all', mine: true }),
    ]),
  )
  expect((await viewsOf({ raw }, 'ops')).openings).toEqual([expect.objectContaining({ of: 'CS', mine: false })])
  expect((await post({ raw }, '/opening', 'cs', { ...opening, roleId: 'CS' })).fault).toBe('forbidden')
  await post({ raw }, '/opening', 'cs', { ...opening, view: null })
  expect((await viewsOf({ raw }, 'cs')).openings).toHaveLength(1)
})

test('a view is deleted by whoever may change it, with the openings that lead to it', async ({ raw }) => {
  const of = { listing: 'cases.open', query: '' }
  await saved({ raw }, 'leader', { ...of, audience: 'team' })
  const [{ id } = { id: '' }] = (await viewsOf({ raw }, 'leader')).views
  await post({ raw }, '/opening', 'collector', { listing: of.listing, view: id })

  expect((await post({ raw }, '/remove', 'collector', { id })).fault).toBe('not_found')
  expect((await post({ raw }, '/remove', 'cs', { id })).fault).toBe('not_found')
  await post({ raw }, '/remove', 'leader', { id })

  expect(await viewsOf({ raw }, 'collector')).toMatchObject({ views: [], openings: [] })
})

test('views of a list that one may not see are not told', async ({ raw, server }) => {
  await saved({ raw }, 'cs')
  await server.app.database.query(`update views set listing = 'cardChanges.list' where owner_id = 'S-cs'`)
  await server.app.database.query(
    `insert into views select '~other', 'audit.list', audience, owner_id, title, query, layout, maker_id, saved_at from views`,
  )

  expect((await viewsOf({ raw }, 'cs')).views.map(({ listing }) => listing)).toEqual(['cardChanges.list'])
})

test('whoever saves a view for others is on the record', async ({ as, raw }) => {
  await saved({ raw }, 'leader', { listing: 'cases.open', query: '', audience: 'team' })

  const { rows } = await as('admin').audit.list({ q: 'command:views.save' })

  expect(rows).toMatchObject([{ page: 'openCases', outcome: 'done', objectId: expect.stringMatching(/^~/) }])
})
