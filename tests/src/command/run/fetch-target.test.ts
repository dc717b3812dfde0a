import '#tests/src/command/browser.ts'
import { expect, test } from 'vitest'
import { idPrefixes } from '#server/kernel/base/ids.ts'
import { registryOf } from '#server/kernel/call/registry.ts'
import { modules } from '#server/modules/index.ts'
import { nounOfId } from '#src/command/run/fetch-target.ts'

test('an id of every kind of row that has numbers of its own is known by its letters', () => {
  const numbered = [...registryOf(modules).subjects.values()].flatMap(({ subject: { noun, fields } }) => {
    const of = fields.find(({ name }) => name === 'id')?.of ?? ''
    return of in idPrefixes ? [[idPrefixes[of as keyof typeof idPrefixes], noun] as const] : []
  })

  expect(numbered.length).toBeGreaterThan(10)
  expect(numbered.filter(([prefix, noun]) => nounOfId(`${prefix}261122000001`) !== noun)).toEqual([])
})
