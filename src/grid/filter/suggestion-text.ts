import type { Suggestion } from '#contract/kernel/query/suggest.ts'
import { hasText, say } from '#src/locale/text.ts'

/** How a suggestion is called on the screen; nothing where its text says it already. */
export function suggestionText({ text, label, role }: Suggestion): string {
  if (role === 'day') {
    const days = Number(/^[+-]\d+(?=d$)/.exec(text)?.[0])
    if (Number.isNaN(days)) return label
    return days < 0 ? say('query.days', { count: -days }) : say('grid.inDays', { count: days })
  }
  if (role === 'me') return say('query.me')
  const key = `grid.keyword.${label}`
  if (role === 'keyword' && hasText(key)) return say(key)
  if (role === 'sort') return `${label} ${text.endsWith('-') ? '↓' : '↑'}`
  return label === text ? '' : label
}
