import { expect } from 'vitest'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { rightsOf } from '#contract/kernel/grants.ts'
import { isListing } from '#contract/kernel/list.ts'
import { needsNoRight } from '#contract/kernel/rights.ts'
import { registryOf } from '#server/kernel/call/registry.ts'
import { modules } from '#server/modules/index.ts'
import { grantsOf, roleMarks, roles } from '#server/seed/roles.ts'
import { type Account, test, type World } from '#tests/support/server.ts'

const endpoints: Endpoint[] = [...registryOf(modules).entries.values()].map(({ endpoint }) => endpoint)
const guarded = endpoints.filter(({ requires }) => !needsNoRight(requires))
const rights = new Map(roleMarks.map((mark) => [mark, rightsOf(grantsOf(mark))]))

/** So many calls are under way at once: those of a token that arrive together are known by one query. */
const together = 32

/** What calls without any input answer, by the id of their endpoint. */
async function answersOf(asked: readonly Endpoint[], raw: World['raw'], who?: Account) {
  const answer = async ({ id, at }: Endpoint) => {
    const [method, path] = at.split(' ') as [string, string] // as `Address` has it
    const body = method === 'GET' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } }
    const said = raw(`${method} ${path.replaceAll(/{\w+}/g, 'x')}`, { ...body, ...(who && { who }) })
    const { code } = await said.catch((error: unknown) => {
      if (error instanceof SyntaxError) return { code: 200 } // a file is no JSON
      throw error
    })
    return [id, code] as const
  }
  const codes: (readonly [id: string, code: number])[] = []
  for (let i = 0; i < asked.length; i += together)
    codes.push(...(await Promise.all(asked.slice(i, i + together).map(answer))))
  return codes
}

test('every endpoint that needs a right is reachable by some role, and by not every role', () => {
  for (const { id, requires } of guarded) {
    const who = roleMarks.filter((mark) => rights.get(mark)!.may(requires))
    expect(who.length, id).toBeGreaterThan(0)
  }
})

test.for(roleMarks)(
  '%s is let in where the role grants it, and refused with 403 where not',
  async (mark, { raw, tokenOf }) => {
    const { account } = roles[mark]
    await tokenOf(account)

    const codes = await answersOf(guarded, raw, account)

    expect(codes.map(([id, code]) => [id, code !== 403])).toEqual(
      guarded.map(({ id, requires }) => [id, rights.get(mark)!.may(requires)]),
    )
  },
)

test('nobody is let in without a token but where everybody is', async ({ raw }) => {
  const closed = endpoints.filter(({ requires }) => requires !== 'public')

  const codes = await answersOf(closed, raw)

  expect(codes).toEqual(closed.map(({ id }) => [id, 401]))
})

test('the administrator neither asks for money nor decides about it', () => {
  const moving = endpoints.filter(({ risk }) => risk === 'money' || risk === 'irreversible')

  expect(moving.filter(({ requires }) => rights.get('ADM')!.may(requires))).toEqual([])
})

test('every listing says whose rows each scope that reaches it means', () => {
  const { listings } = registryOf(modules)

  for (const { listing, source } of listings.values()) {
    const scopes = new Set(roleMarks.flatMap((mark) => rights.get(mark)!.scopesOf(listing.requires)))
    scopes.delete('all')
    const missing = [...scopes].filter((scope) => !(scope in source.scope))
    expect([listing.id, missing]).toEqual([listing.id, []])
  }
})

test('masked fields can be neither sorted by nor counted', () => {
  for (const listing of endpoints.filter(isListing)) {
    const masked = listing.fields.filter(({ kind }) => kind === 'masked').map(({ name }) => name)
    expect(
      listing.sort.filter((name) => masked.includes(name)),
      listing.id,
    ).toEqual([])
  }
})
