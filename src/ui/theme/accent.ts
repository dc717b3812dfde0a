import { contrast, ensureContrast, type Hex, mix } from './contrast.ts'

/** Theme colours to choose from; the first is the default. Source: specification, section 9. */
export const accentPresets = [
  '#1890ff',
  '#409eff',
  '#13c2c2',
  '#11a983',
  '#6959cd',
  '#eb2f96',
  '#f5222d',
  '#fa8c16',
] as const satisfies readonly Hex[]

/** What the theme colour stands on and is mixed with. */
export interface ThemeSurfaces {
  readonly ink: Hex
  readonly surfaces: readonly Hex[]
  /** The two inks of text on the theme colour. */
  readonly white: Hex
  readonly black: Hex
}

/** Share of the theme colour in a selected row. */
const selectedShare = 0.14
/** Contrast of text, and of what only has to be seen. Source: WCAG 2.2, 1.4.3 and 1.4.11. */
const [readable, visible] = [4.5, 3]

/** The roles that follow from a theme colour on a theme's surfaces, selected rows included. */
export function accentRoles(accent: Hex, { ink, surfaces, white, black }: ThemeSurfaces) {
  const grounds = [...surfaces, ...surfaces.map((surface) => mix(accent, surface, selectedShare))]
  return {
    '--accent': accent,
    '--accent-ink': ensureContrast(accent, ink, grounds, readable),
    '--accent-mark': ensureContrast(accent, ink, grounds, visible),
    '--on-accent': contrast(white, accent) >= readable ? white : black,
  }
}
