import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { currentSession } from '#src/session/base/session.ts'
import { IfPermitted, PageNameContext } from '#src/shell/IfPermitted.tsx'

/** What is left of a button that is guarded by `codes` on a page where 1 and 8 are granted. */
function shown(codes: unknown, page = 'staff'): string {
  currentSession.granted = new Map([['staff', 1 | 8]])
  const children = createElement('b', {}, 'Add')
  const guarded = createElement(IfPermitted, { codes: codes as number[], children }) // what a mistake would hand it, too
  return renderToStaticMarkup(createElement(PageNameContext, { value: page }, guarded))
}

test('what is guarded stands there for whoever holds one of its codes on the page in front', () => {
  expect(shown([1])).toBe('<b>Add</b>')
  expect(shown([4, 8])).toBe('<b>Add</b>')
})

test('what is guarded is not there for anybody else', () => {
  expect(shown([2, 4])).toBe('')
  expect(shown([1], 'roles')).toBe('')
})

test.for([[undefined], [null], ['1'], [1], [{}], [[]], [['add']], [[1.5]]])(
  'a guard of %j raises an error: roles needed',
  ([codes]) => {
    expect(() => shown(codes)).toThrow(new TypeError('roles needed'))
  },
)
