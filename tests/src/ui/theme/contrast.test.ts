import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accentPresets, accentRoles } from '#src/ui/theme/accent.ts'
import { contrast, type Hex, longHex, mix } from '#src/ui/theme/contrast.ts'
import { theme } from '#tests/src/ui/theme.ts'

const themes = ['dark', 'light'] as const
const surfaces = ['--surface', '--surface-panel', '--surface-raised']
const grounds = [...surfaces, '--row-selected', '--row-focus', '--accent-soft']

const withAccent = (name: (typeof themes)[number], accent: Hex) => {
  const plain = theme(name)
  const [white, black, ink] = [plain('--white'), plain('--black'), plain('--ink')]
  return theme(name, accentRoles(accent, { white, black, ink, surfaces: surfaces.map(plain) }))
}
const least = (colour: (role: string) => Hex, roles: readonly string[], on: readonly string[]) =>
  Math.min(...roles.flatMap((role) => on.map((app) => contrast(colour(role), colour(app)))))
const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((n): Hex => `#${n.toString(16).padStart(6, '0')}`)

test('black and white are told apart as well as can be, and equal colours not at all', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#1890ff', '#1890ff')).toBe(1)
})

test('a mix is what browsers make of color-mix in oklab', () => {
  expect(mix('#ff0000', '#0000ff', 0.5)).toBe('#8c53a2')
  expect(mix('#1890ff', '#0d1117', 0)).toBe('#0d1117')
  expect(mix('#1890ff', '#0d1117', 1)).toBe('#1890ff')
})

test('colours that a builder wrote short are read in full', () => {
  expect(longHex('#fff')).toBe('#ffffff')
  expect(longHex('#1a2b3c')).toBe('#1a2b3c')
})

const everyTheme = themes.flatMap((name) => accentPresets.map((accent) => ({ name, accent })))

test('there are eight theme colours', () => {
  expect(new Set(accentPresets).size).toBe(8)
})

test.for(everyTheme)(
  'every text can be read on every surface and row of the $name theme in $accent',
  ({ name, accent }) => {
    const colour = withAccent(name, accent)

    expect(
      least(colour, ['--ink', '--ink-quiet', '--accent-ink', '--warn-ink', '--bad-ink'], grounds),
    ).toBeGreaterThanOrEqual(4.5)
    expect(
      least(colour, ['--good', '--warn', '--bad', '--info', '--number-negative'], surfaces),
    ).toBeGreaterThanOrEqual(4.5)
    expect(least(colour, ['--on-accent'], ['--accent'])).toBeGreaterThanOrEqual(4.5)
  },
)

test.for(everyTheme)(
  'focus, marks, fields and states are seen on every surface and row of the $name theme in $accent',
  ({ name, accent }) => {
    const colour = withAccent(name, accent)

    expect(least(colour, ['--focus', '--accent-mark', '--muted'], grounds)).toBeGreaterThanOrEqual(3)
    expect(least(colour, ['--line-field'], [...surfaces, '--row-focus'])).toBeGreaterThanOrEqual(3)
    expect(least(colour, ['--on-accent'], ['--accent', '--accent-mark'])).toBeGreaterThanOrEqual(3)
  },
)

test('a theme colour that is seen well enough is not changed', () => {
  const colour = withAccent('dark', accentPresets[0])

  expect(colour('--focus')).toBe(accentPresets[0])
  expect(colour('--on-accent')).toBe(colour('--black'))
})

test.for(themes)('whichever colour somebody chooses, the %s theme stays readable', (name) => {
  fc.assert(
    fc.property(anyColour, (accent) => {
      const colour = withAccent(name, accent)
      expect(least(colour, ['--on-accent'], ['--accent'])).toBeGreaterThanOrEqual(4.5)
      expect(least(colour, ['--accent-ink', '--ink'], grounds)).toBeGreaterThanOrEqual(4.5)
      expect(least(colour, ['--focus'], surfaces)).toBeGreaterThanOrEqual(3)
    }),
    { numRuns: 300 },
  )
})
