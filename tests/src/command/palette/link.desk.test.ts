import '#tests/src/command/browser.ts'
import { expect } from 'vitest'
import { staffId } from '#server/seed/foundation.ts'
import { withArgument } from '#src/command/arguments/draft.ts'
import { activateItem } from '#src/command/palette/activate-item.ts'
import { findItems } from '#src/command/palette/items/find-items.ts'
import { linkFor, openLink, parseLink } from '#src/command/palette/link.ts'
import { advance } from '#src/command/run/executor.ts'
import { closePalette, paletteState } from '#src/command/run/palette-state.ts'
import { test } from '#tests/src/command/desk.ts'

const english = { language: 'en', pinyin: true } as const
const params = (search: string) => new URLSearchParams(search)

test('a link to a draft opens the same draft, and asks', async ({ desk, given }) => {
  const { id } = await given.plan()
  await desk.sit('cs')
  const target = await desk.mean('plans.list', [id])
  const command = desk.command('reductions.request')
  const args = { amount: { minor: 5_000, currency: 'INR' }, reason: 'a reason that names somebody' }

  const link = linkFor({ command, target, args })!
  await openLink(params(link))

  expect(link).not.toContain('names')
  const { draft, argument } = await desk.at('ask')
  expect(argument.name).toBe('reason')
  expect(draft).toMatchObject({ untrusted: true, args: { amount: args.amount } })
  expect(draft.target?.selection).toEqual({ listing: 'plans.list', ids: [id] })
})

test('rows that are too many to name make no link', async ({ desk, given }) => {
  const { id } = await given.loan()
  await desk.sit('ops')
  const target = await desk.mean('loans.failedPayouts', [id])
  const command = desk.command('loans.redisburse')
  const ids = Array.from({ length: 101 }, (_, i) => `LN${i}`)

  expect(
    linkFor({ command, target: { ...target, selection: { ...target.selection, ids } as never }, args: {} }),
  ).toBeNull()
  const selection = { listing: 'loans.failedPayouts', query: 'a', asOf: '2026-01-01T00:00:00Z', excluded: [] } as never
  expect(linkFor({ command, target: { ...target, selection }, args: {} })).toBeNull()
})

test.for([
  ['command=nothing.there', 'This link asks for a command that you do not have'],
  ['command=reductions.request', 'This link asks for a command that you do not have'],
  ['command=loans.redisburse&v=2', 'This link was made by a newer console; load the page again'],
  ['command=loans.redisburse&rows=LN1,%27;drop', 'This link is not written as it should be'],
  [`command=loans.redisburse&rows=${'LN1,'.repeat(200)}`, 'This link is not written as it should be'],
  ['command=loans.redisburse&rows=LN0', 'The rows of this link are not there, or not yours to see'],
] as const)(
  'a link that is stale, foreign or malformed opens nothing and says why: %#',
  async ([search, said], { desk }) => {
    await desk.sit('ops')

    await openLink(params(search))

    expect(paletteState.open).toBe(false)
    expect(desk.said()).toEqual([said])
    expect(desk.sent).toEqual([])
  },
)

test('an argument of a link that is no value makes it malformed, and one the command lacks is left out', async ({
  desk,
}) => {
  await desk.sit('cs')

  expect(parseLink(params('command=reductions.request&amount=lots'))).toEqual({ problem: 'malformed' })
  expect(parseLink(params('command=reductions.request&boss=1'))).toMatchObject({ args: {} })
})

test('what a link began still asks when it is gone on with later', async ({ desk, given }) => {
  const { id } = await given.ticket()
  await desk.sit('cs')
  await desk.mean('tickets.operation', [id])
  await openLink(new URLSearchParams({ command: 'tickets.transfer', rows: id, to: 'SVC' }))
  await desk.at('ask')
  closePalette()

  const [left] = findItems('', null, english).find(({ name }) => name === 'unfinished')!.items
  activateItem(left!, { targetOverride: null })
  const { draft, argument } = await desk.at('ask')
  await advance(withArgument(draft, argument, undefined))

  expect((await desk.at('review')).draft.untrusted).toBe(true)
  expect(desk.sent).toEqual(['batches.preview'])
})

test('a colleague whom a link names is called by their name; one who has left is asked for anew', async ({
  desk,
  given,
  server,
}) => {
  const { id } = await given.ticket()
  const link = params(`command=tickets.transfer&rows=${id}&to=${staffId('reviewer')}`)
  await desk.sit('ops')
  await desk.mean('tickets.operation', [id])

  await openLink(link)
  const { draft } = await desk.at('ask')
  expect(draft).toMatchObject({ args: { to: staffId('reviewer') }, names: { to: expect.any(String) } })
  closePalette()

  await server.app.database.query(`update staff set state = 'disabled' where account = 'reviewer'`)
  try {
    await openLink(link)
    const { draft: anew, argument } = await desk.at('ask')
    expect(argument.name).toBe('to')
    expect(anew).toMatchObject({ args: {}, initialTexts: { to: draft.names.to } })
    expect(paletteState.text).toBe(draft.names.to)
  } finally {
    await server.app.database.query(`update staff set state = 'enabled' where account = 'reviewer'`)
  }
})
