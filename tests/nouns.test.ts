import { expect, test } from 'vitest'
import { z } from 'zod'
import { api, change } from '#contract/kernel/endpoint.ts'
import { list } from '#contract/kernel/list.ts'
import { subject } from '#contract/kernel/subject.ts'
import { Id, Instant, Version } from '#contract/kernel/values.ts'
import { type PageId, pages } from '#contract/menu.ts'
import type { Module } from '#server/kernel/call/implement.ts'
import { registryOf } from '#server/kernel/call/registry.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { recordKinds } from '#server/modules/find/kinds.ts'
import { builtPages, modules, pagesOf } from '#server/modules/index.ts'
import { merchantSource } from '#server/modules/merchants/source.ts'
import { grantsOf, roleMarks } from '#server/seed/roles.ts'
import { grids, reportPages } from '#src/catalogue.ts'
import type { Grid } from '#src/grid/define.ts'
import { fixedPages } from '#src/pages/fixed-pages.ts'

/** Pages that are no list; src/pages/Console.tsx names their components. */
const components: readonly PageId[] = ['home', 'customer', 'lens', 'duty', 'conductReport', 'board']

interface Built {
  readonly modules: readonly Module[]
  readonly grids: readonly Grid[]
  /** Pages that some role is granted. */
  readonly granted: ReadonlySet<PageId>
}

/** The places that were forgotten when a noun was added, each in a sentence. */
function forgottenPlaces({ modules, grids, granted }: Built): string[] {
  const registry = registryOf(modules)
  const subjects = [...registry.subjects.values()].map(({ subject }) => subject)
  const listings = new Set(grids.map(({ listing }) => listing.id))
  const nouns = new Set(grids.flatMap(({ listing }) => listing.lists?.noun ?? []))
  const shown = new Set<string>([...[...grids, ...reportPages].map(({ page }) => page), ...components])
  const opening = new Set<string>([...shown, ...Object.keys(fixedPages), pages.customer])
  const built = [...pagesOf(modules)]
  return [
    ...grids
      .filter(({ listing }) => !registry.listings.has(listing.id))
      .map(({ listing }) => `server/modules/index.ts lacks the module of ${listing.id}`),
    ...[...registry.listings.keys()].filter((id) => !listings.has(id)).map((id) => `grids/ has no grid of ${id}`),
    ...subjects
      .filter(({ noun }) => !nouns.has(noun))
      .map(({ noun }) => `no grid lists ${noun}: its commands stand nowhere`),
    ...built.filter((page) => !shown.has(page)).map((page) => `no grid has the page ${page}`),
    ...built.filter((page) => !granted.has(page)).map((page) => `server/seed/roles.ts grants ${page} to nobody`),
    ...subjects
      .filter(({ opens }) => !opening.has(opens))
      .map(({ noun, opens }) => `src/pages/fixed-pages.ts has no page ${opens}, which opens ${noun}`),
  ]
}

const granted = new Set(roleMarks.flatMap((mark) => grantsOf(mark).map(({ page }) => page)))

test('no noun lacks a module, a grid, a page or a role', () => {
  expect(forgottenPlaces({ modules, grids, granted })).toEqual([])
  expect(builtPages).toEqual(pagesOf(modules))
})

test('whatever of a noun is forgotten is named', () => {
  const Thing = z.object({ id: Id('thing'), version: Version, at: Instant })
  const thing = subject('things', Thing, { prefix: 'TH', opens: '/thing', findBy: ['id'] })
  const things = api('things', {
    list: list('GET /things', {
      requires: 'telemarketers',
      ...{ row: Thing, subject: thing, filter: ['id'], sort: ['at'], search: [], order: 'at', created: 'at' },
    }),
    vanish: change('POST /things/vanish', { subject: thing, requires: 'telemarketers.edit' }),
  })
  const source = merchantSource as never // only its table is looked at
  const module: Module = {
    api: things,
    answers: { list: source, vanish: async () => {} },
    subjects: [rowSource(thing, source)],
  }
  const unanswered = { ...grids[0]!, listing: { ...grids[0]!.listing, id: 'things.gone' } }

  expect(forgottenPlaces({ modules: [...modules, module], grids: [...grids, unanswered], granted })).toEqual([
    'server/modules/index.ts lacks the module of things.gone',
    'grids/ has no grid of things.list',
    'no grid lists things: its commands stand nowhere',
    'no grid has the page telemarketers',
    'server/seed/roles.ts grants telemarketers to nobody',
    'src/pages/fixed-pages.ts has no page /thing, which opens things',
  ])
})

test('a record that is found by what its table lacks is named when it is looked for', () => {
  const Thing = z.object({ id: Id('thing'), version: Version, at: Instant })
  const of = (listed: boolean) => {
    const thing = subject('things', Thing, { prefix: 'TH', opens: 'telemarketers', findBy: ['id', 'loan'] })
    const source = merchantSource as never // only its table is looked at
    const parts = { row: Thing, filter: ['id'], sort: ['at'], search: [], order: 'at', created: 'at' } as const
    const things = api('things', {
      list: list('GET /things', { requires: 'telemarketers', ...parts, ...(listed && { subject: thing }) }),
    })
    return registryOf([{ api: things, answers: { list: source }, subjects: [rowSource(thing, source)] }])
  }

  expect(() => recordKinds(of(true))).toThrow('contract: things is found by its loan, and its table has no such column')
  expect(() => recordKinds(of(false))).toThrow('contract: things can be found, and no listing shows it')
})
