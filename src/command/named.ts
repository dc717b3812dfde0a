import { word } from '#src/locale/text.ts'
import { type Argument, argumentsOf } from './argument.ts'
import { leastKnown } from './bounds.ts'
import { type Found, ofCommand } from './found.ts'
import { type Inline, inline } from './inline.ts'
import { belongs } from './offer.ts'
import { allowed, commandOf } from './registry.ts'
import type { Meant } from './scene.ts'
import type { Index } from './search/indexed.ts'
import { type Context, search } from './search/search.ts'
import { typingNow } from './typing.ts'

/** What everything is looked for in, and with. */
export interface Looking {
  readonly index: Index
  readonly context: Context
  readonly meant: Meant | null
}

/** Most words of a name that are taken for one with arguments behind it. */
const nameMax = 4
/** Below this tier a beginning is too little to be the name of a command that takes what follows. */
const namedTier = 5

/** Where a line may part into a name and what follows: between words, and where a number follows what is not Latin. */
export function parts(typed: string): (readonly [name: string, rest: string])[] {
  const gaps = [...typed.matchAll(/\s+|(?<=[^\p{ASCII}\s])(?=\d)/gu)].slice(0, nameMax)
  return gaps
    .map(({ 0: gap, index }) => [typed.slice(0, index), typed.slice(index + gap.length)] as const)
    .filter(([name, rest]) => name !== '' && rest !== '')
    .reverse()
}

const reader = (meant: Meant | null) => ({
  ...typingNow(),
  wordOf: word,
  mostOf: (argument: Argument) => leastKnown(argument, meant),
})
const given = ({ args, typed }: Inline) => ({ args, typed })

/** A command whose name was typed with its arguments: `reduce 500 hardship`. */
export function withArguments(typed: string, { index, context, meant }: Looking): Found[] {
  for (const [name, rest] of parts(typed)) {
    const found = search(index, name, context)
      .filter(({ tier }) => tier >= namedTier)
      .flatMap((hit): Found[] => {
        const command = commandOf(hit.id)
        const read = command && inline(rest, argumentsOf(command), reader(meant))
        return read ? [ofCommand(command, meant, { hit, given: given(read) })] : []
      })
    if (found.length > 0) return found
  }
  return []
}

/** Kinds of values that say by themselves what takes them. */
const telling = ['money', 'date', 'rate', 'count']

/** Commands on what is meant that take what was typed or pasted as an argument: an amount, a day. */
export function takers(typed: string, meant: Meant | null): Found[] {
  if (!/\d/.test(typed) || !meant) return []
  return allowed()
    .filter((command) => command.rows && belongs(command, meant.noun))
    .flatMap((command): Found[] => {
      const all = argumentsOf(command).filter(({ field }) => telling.includes(field.kind))
      const read = all.length > 0 ? inline(typed, all, reader(meant)) : null
      return read && Object.keys(read.args).length > 0 ? [ofCommand(command, meant, { given: given(read) })] : []
    })
    .filter(({ off }) => !off)
}
