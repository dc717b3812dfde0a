import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Settings } from '#contract/settings.ts'
import { defaults, readSettings } from '#src/shell/settings.ts'
import { presets } from '#src/ui/accent.ts'

test('before anybody sets anything, settings are those of the specification', () => {
  expect(readSettings(null)).toEqual({
    theme: '#1890ff',
    showSettings: true,
    tagsView: true,
    fixedHeader: false,
    sidebarLogo: false,
    supportPinyinSearch: true,
  })
  expect(presets[0]).toBe(defaults.theme)
})

test('what was set is read, and the rest is as by default', () => {
  expect(readSettings({ tagsView: false, theme: '#eb2f96' })).toEqual({
    ...defaults,
    tagsView: false,
    theme: '#eb2f96',
  })
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
  expect(readSettings(kept)).toEqual(defaults)
})

test('whatever was kept, what is read can be kept again', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (kept) => {
      expect(Settings.safeParse(readSettings(kept)).success).toBe(true)
    }),
  )
})
