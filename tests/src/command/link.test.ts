import './browser.ts'
import { expect } from 'vitest'
import { staffId } from '#server/seed/foundation.ts'
import { choose } from '#src/command/choose.ts'
import { proceed } from '#src/command/executor.ts'
import { follow, linkTo, readLink } from '#src/command/link.ts'
import { find } from '#src/command/modes.ts'
import { close, palette, withArgument } from '#src/command/palette.ts'
import { test } from './desk.ts'

const english = { language: 'en', pinyin: true } as const
const params = (search: string) => new URLSearchParams(search)

test('a link to a draft opens the same draft, and asks', async ({ desk, given }) => {
  const { id } = await given.plan()
  await desk.sit('cs')
  const meant = await desk.mean('plans.list', [id])
  const command = desk.command('reductions.request')
  const args = { amount: { minor: 5_000, currency: 'INR' }, reason: 'a reason that names somebody' }

  const link = linkTo({ command, meant, args })!
  await follow(params(link))

  expect(link).not.toContain('names')
  const { draft, argument } = await desk.at('ask')
  expect(argument.name).toBe('reason')
  expect(draft).toMatchObject({ foreign: true, args: { amount: args.amount } })
  expect(draft.meant?.selection).toEqual({ listing: 'plans.list', ids: [id] })
})

test('rows that are too many to name make no link', async ({ desk, given }) => {
  const { id } = await given.loan()
  await desk.sit('ops')
  const meant = await desk.mean('loans.failedPayouts', [id])
  const command = desk.command('loans.redisburse')
  const ids = Array.from({ length: 101 }, (_, i) => `LN${i}`)

  expect(linkTo({ command, meant: { ...meant, selection: { ...meant.selection, ids } as never }, args: {} })).toBeNull()
  const selection = { listing: 'loans.failedPayouts', query: 'a', asOf: '2026-01-01T00:00:00Z', excluded: [] } as never
  expect(linkTo({ command, meant: { ...meant, selection }, args: {} })).toBeNull()
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

    await follow(params(search))

    expect(palette.open).toBe(false)
    expect(desk.said()).toEqual([said])
    expect(desk.sent).toEqual([])
  },
)

test('an argument of a link that is no value makes it malformed, and one the command lacks is left out', async ({
  desk,
}) => {
  await desk.sit('cs')

  expect(readLink(params('command=reductions.request&amount=lots'))).toEqual({ problem: 'malformed' })
  expect(readLink(params('command=reductions.request&boss=1'))).toMatchObject({ args: {} })
})

test('what a link began still asks when it is gone on with later', async ({ desk, given }) => {
  const { id } = await given.ticket()
  await desk.sit('cs')
  await desk.mean('tickets.operation', [id])
  await follow(new URLSearchParams({ command: 'tickets.transfer', rows: id, to: 'SVC' }))
  await desk.at('ask')
  close()

  const [left] = find('', null, english).find(({ name }) => name === 'unfinished')!.found
  choose(left!, { about: null })
  const { draft, argument } = await desk.at('ask')
  await proceed(withArgument(draft, argument, undefined))

  expect((await desk.at('review')).draft.foreign).toBe(true)
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

  await follow(link)
  const { draft } = await desk.at('ask')
  expect(draft).toMatchObject({ args: { to: staffId('reviewer') }, names: { to: expect.any(String) } })
  close()

  await server.ground.database.query(`update staff set state = 'disabled' where account = 'reviewer'`)
  try {
    await follow(link)
    const { draft: anew, argument } = await desk.at('ask')
    expect(argument.name).toBe('to')
    expect(anew).toMatchObject({ args: {}, typed: { to: draft.names.to } })
    expect(palette.text).toBe(draft.names.to)
  } finally {
    await server.ground.database.query(`update staff set state = 'enabled' where account = 'reviewer'`)
  }
})
