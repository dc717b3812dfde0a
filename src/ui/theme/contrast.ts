/** A colour as `#rrggbb`. */
export type Hex = `#${string}`
type Triple = readonly [number, number, number]
type Matrix = readonly [Triple, Triple, Triple]

/** Whether `text` is a colour as this module reads it. */
export const isHex = (text: string): text is Hex => /^#[\da-f]{6}$/i.test(text)

/** `#fff` as builders write it, in full: `#ffffff`. */
export const longHex = (text: string): Hex =>
  (/^#[\da-f]{3}$/i.test(text) ? text.replace(/[^#]/g, '$&$&') : text) as Hex // the scale holds colours only

const bytes = (hex: Hex): Triple =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Triple // three
const toLinear = (byte: number): number => {
  const share = byte / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
const toByte = (linear: number): number => {
  const share = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055
  return Math.round(Math.min(1, Math.max(0, share)) * 255)
}

const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const times = ([a, b, c]: Matrix, by: Triple): Triple => [dot(a, by), dot(b, by), dot(c, by)]
const each = ([a, b, c]: Triple, change: (value: number) => number): Triple => [change(a), change(b), change(c)]

/** Source: Björn Ottosson, A perceptual color space for image processing, 2020. */
const oklab: Readonly<Record<'lms' | 'lab' | 'fromLab' | 'fromLms', Matrix>> = {
  lms: [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
  ],
  lab: [
    [0.2104542553, 0.793617785, -0.0040720468],
    [1.9779984951, -2.428592205, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.808675766],
  ],
  fromLab: [
    [1, 0.3963377774, 0.2158037573],
    [1, -0.1055613458, -0.0638541728],
    [1, -0.0894841775, -1.291485548],
  ],
  fromLms: [
    [4.0767416621, -3.3077115913, 0.2309699292],
    [-1.2684380046, 2.6097574011, -0.3413193965],
    [-0.0041960863, -0.7034186147, 1.707614701],
  ],
}
const toLab = (hex: Hex): Triple => times(oklab.lab, each(times(oklab.lms, each(bytes(hex), toLinear)), Math.cbrt))
const toHex = (lab: Triple): Hex => {
  const linear = times(
    oklab.fromLms,
    each(times(oklab.fromLab, lab), (value) => value ** 3),
  )
  return `#${each(linear, toByte)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')}`
}

/** So much of `one` in `other`, from 0 to 1, as `color-mix(in oklab, …)` has it. */
export function mix(one: Hex, other: Hex, share: number): Hex {
  const [a, b] = [toLab(one), toLab(other)]
  const between = (at: 0 | 1 | 2) => a[at] * share + b[at] * (1 - share)
  return toHex([between(0), between(1), between(2)])
}

const luminance = (hex: Hex): number => dot([0.2126, 0.7152, 0.0722], each(bytes(hex), toLinear))

/** How well two colours are told apart, from 1 to 21. Source: WCAG 2.2, contrast ratio. */
export function contrast(a: Hex, b: Hex): number {
  const [dark, light] = [luminance(a), luminance(b)].toSorted((x, y) => x - y) as [number, number] // two
  return (light + 0.05) / (dark + 0.05)
}

const steps = 50

/** `colour`, moved toward `ink` by no more than it takes to stand out by `least` from every one of `grounds`. */
export function ensureContrast(colour: Hex, ink: Hex, grounds: readonly Hex[], least: number): Hex {
  for (let step = 0; step < steps; step++) {
    const moved = mix(ink, colour, step / steps)
    if (grounds.every((ground) => contrast(moved, ground) >= least)) return moved
  }
  return ink
}
