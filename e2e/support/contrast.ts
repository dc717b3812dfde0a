import type { Page } from 'playwright/test'

/** What axe answers about a rule, as far as it is read here. */
interface Finding {
  readonly nodes: readonly { readonly html: string; readonly element: Element }[]
}
interface Axe {
  readonly run: (
    context: { readonly include: readonly Element[] },
    options: Readonly<Record<string, unknown>>,
  ) => Promise<{ readonly violations: readonly Finding[]; readonly passes: readonly Finding[] }>
}
declare global {
  interface Window {
    /** There once it has been injected. */
    readonly axe: Axe
  }
}

interface Checked {
  readonly violations: readonly string[]
  /** Appearances that need no other look. */
  readonly known: readonly string[]
}

/**
 * Checks in the page the contrast of one text of every appearance that is not known. An appearance is all that contrast
 * comes from: the colours of a text and of what lies over and behind it, its size and weight. A text out of sight may be
 * passed over by axe: each is checked until one of its appearance has passed.
 */
async function check([part, knownBefore]: readonly [string, readonly string[]]): Promise<Checked> {
  const styles = new Map<Element, CSSStyleDeclaration>()
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const style = styles.get(element) ?? getComputedStyle(element)
    styles.set(element, style)
    return style
  }
  const isClear = ({ backgroundColor, backgroundImage }: CSSStyleDeclaration) =>
    backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none'
  /** Backgrounds from above down to the first that hides what lies behind. */
  const backgrounds = (elements: readonly Element[]): string[] => {
    const all = elements.map(styleOf).filter((style) => !isClear(style))
    const opaque = all.findIndex(({ backgroundColor }) => /^rgb\(/.test(backgroundColor))
    return all
      .slice(0, opaque < 0 ? all.length : opaque + 1)
      .map(({ backgroundColor, backgroundImage, opacity }) => [backgroundColor, backgroundImage, opacity].join(' '))
  }
  const ancestors = (element: Element): Element[] => {
    const all: Element[] = []
    for (let one: Element | null = element; one; one = one.parentElement) all.push(one)
    return all
  }
  const isText = ({ nodeType, textContent }: Node) => nodeType === Node.TEXT_NODE && textContent?.trim() !== ''
  const rectOf = (element: Element): DOMRect => {
    const range = document.createRange()
    range.selectNode([...element.childNodes].find(isText) ?? element)
    return range.getBoundingClientRect()
  }
  /** Whether a place is scrolled out of the window, or out of something that scrolls within. */
  const isScrolledAway = ({ left, right, top, bottom }: DOMRect, chain: readonly Element[]): boolean =>
    right <= 0 ||
    bottom <= 0 ||
    left >= innerWidth ||
    top >= innerHeight ||
    chain.some((one) => {
      if (styleOf(one).overflow === 'visible') return false
      const clip = one.getBoundingClientRect()
      return right <= clip.left || bottom <= clip.top || left >= clip.right || top >= clip.bottom
    })
  const appearance = (element: Element): { readonly text: string; readonly isCertain: boolean } => {
    const { color, fontSize, fontWeight, textShadow } = styleOf(element)
    const chain = ancestors(element)
    const rect = rectOf(element)
    const { left, top, width, height } = rect
    const stack = document.elementsFromPoint(left + Math.min(width, 12) / 2, top + height / 2)
    const place = (stack.includes(element) && 'seen') || (isScrolledAway(rect, chain) && 'away') || 'covered'
    const faded = chain.map(styleOf).filter(({ opacity, filter }) => opacity !== '1' || filter !== 'none')
    const parts = [
      ...[color, fontSize, fontWeight, textShadow, place],
      element.closest(':disabled, [aria-disabled=true]') ? 'off' : 'on',
      ...faded.map(({ opacity, filter }) => `${opacity} ${filter}`),
      ...backgrounds(chain),
      ...(place === 'seen' ? backgrounds(stack) : []),
    ]
    return { text: parts.join('|'), isCertain: place !== 'covered' }
  }

  const known = new Set(knownBefore)
  const wanted = new Map<Element, string>()
  const chosen = new Set<string>()
  const scopes = part ? document.querySelectorAll(part) : [document.body]
  const elements = [...scopes].flatMap((scope) => [scope, ...scope.querySelectorAll('*')])
  for (const element of elements) {
    if (![...element.childNodes].some(isText) && !element.matches('input, select, textarea')) continue
    const { text, isCertain } = appearance(element)
    if (known.has(text) || chosen.has(text)) continue
    wanted.set(element, text)
    if (isCertain) chosen.add(text)
  }
  if (wanted.size === 0) return { violations: [], known: [] }
  const options = {
    runOnly: ['color-contrast'],
    resultTypes: ['violations', 'passes'],
    elementRef: true,
    selectors: false,
    preload: false,
  }
  const { violations, passes } = await window.axe.run({ include: [...wanted.keys()] }, options)
  const failed = new Set(violations.flatMap(({ nodes }) => nodes.map(({ element }) => wanted.get(element))))
  const passed = passes.flatMap(({ nodes }) => nodes.flatMap(({ element }) => wanted.get(element) ?? []))
  return {
    violations: violations.flatMap(({ nodes }) => nodes.map(({ html }) => html)),
    known: [...chosen, ...passed].filter((text) => !failed.has(text)),
  }
}

/** Appearances that have been checked by this worker. */
const known = new Set<string>()

/** What has too little contrast (axe) on the page or in a part of it, which has axe already. */
export async function lowContrast(page: Page, part = ''): Promise<readonly string[]> {
  const checked = await page.evaluate(check, [part, [...known]] as const)
  for (const text of checked.known) known.add(text)
  return checked.violations
}
