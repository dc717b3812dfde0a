import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Hex, isHex, mix } from '#src/ui/theme/contrast.ts'

const read = (file: string): string => readFileSync(join(import.meta.dirname, '../../../src/ui/theme', file), 'utf8')
const declared = (css: string): Map<string, string> =>
  new Map(Array.from(css.matchAll(/(--[\w-]+):\s*([^;]+);/g), ([, name, value]) => [name!, value!.trim()]))

const blockOf = (css: string, selector: string): string => {
  const from = css.indexOf(`\n${selector} {`)
  return css.slice(from, css.indexOf('\n}', from))
}

const scale = declared(read('scale.css'))
const roles = read('roles.css')
const dark = declared(blockOf(roles, ':root'))
const light = declared(blockOf(roles, "[data-theme='light']"))

/** The colours of a theme as the style sheets have them, by role. `set`: what follows from the theme colour. */
export function theme(name: 'dark' | 'light', set: Readonly<Record<string, string>> = {}) {
  const all = new Map([...scale, ...dark, ...(name === 'light' ? light : []), ...Object.entries(set)])
  const colour = (text: string): Hex => {
    const [, role] = /^var\((--[\w-]+)\)$/.exec(text) ?? []
    if (role) return colour(all.get(role) ?? role)
    const [, one, share, other] = /^color-mix\(in oklab, (.+) (\d+)%, (.+)\)$/.exec(text) ?? []
    if (one && other) return mix(colour(one), colour(other), Number(share) / 100)
    if (!isHex(text)) throw new Error(`${text} is no colour`)
    return text
  }
  return (role: string): Hex => colour(`var(${role})`)
}
