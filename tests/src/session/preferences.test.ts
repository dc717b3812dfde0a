import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Settings } from '#contract/settings.ts'
import { defaultPreferences, parsePreferences } from '#src/session/preferences.ts'
import { accentPresets } from '#src/ui/theme/accent.ts'

test('before anybody sets anything, settings are those of the specification', () => {
  expect(parsePreferences(null)).toEqual({
    theme: '#1890ff',
    showSettings: true,
    tagsView: true,
    fixedHeader: false,
    sidebarLogo: false,
    supportPinyinSearch: true,
    orderOfWork: '',
  })
  expect(accentPresets[0]).toBe(defaultPreferences.theme)
})

test('what was set is read, and the rest is as by default', () => {
  expect(parsePreferences({ tagsView: false, theme: '#eb2f96' })).toEqual({
    ...defaultPreferences,
    tagsView: false,
    theme: '#eb2f96',
  })
  expect(parsePreferences({ orderOfWork: '~abc' }).orderOfWork).toBe('~abc')
  expect(parsePreferences({ orderOfWork: 7 }).orderOfWork).toBe('')
})

test.for([
  { tagsView: 'no' },
  { theme: 'red' },
  { theme: 7 },
  { fixedHeader: 1 },
  { sidebarLogo: null },
  'garbage',
  [],
  7,
])('%j, which another version wrote, is as by default', (kept) => {
  expect(parsePreferences(kept)).toEqual(defaultPreferences)
})

test('whatever was kept, what is read can be kept again', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (kept) => {
      expect(Settings.safeParse(parsePreferences(kept)).success).toBe(true)
    }),
  )
})
