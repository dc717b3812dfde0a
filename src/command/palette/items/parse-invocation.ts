import type { ActionTarget } from '#src/command/active-list.ts'
import { maximumOfRows } from '#src/command/arguments/arg-limits.ts'
import { type Argument, argumentsOf } from '#src/command/arguments/argument.ts'
import { parseContext } from '#src/command/arguments/draft-text.ts'
import { type InlineArgs, parseInlineArgs } from '#src/command/arguments/parse-inline-args.ts'
import { allowedCommands, commandOf } from '#src/command/registry.ts'
import { appliesTo } from '#src/command/run/availability.ts'
import { type RankingContext, search } from '#src/command/search/search.ts'
import type { SearchIndex } from '#src/command/search/search-index.ts'
import { word } from '#src/locale/text.ts'
import { commandItem, type PaletteItem } from './palette-item.ts'

/** What everything is looked for in, and with. */
export interface SearchRequest {
  readonly index: SearchIndex
  readonly context: RankingContext
  readonly target: ActionTarget | null
}

/** Most words of a name that are taken for one with arguments behind it. */
const nameMax = 4
/** Below this tier a beginning is too little to be the name of a command that takes what follows. */
const nameTierMin = 5

/** Where a line may part into a name and what follows: between words, and where a number follows what is not Latin. */
export function splitName(typed: string): (readonly [name: string, rest: string])[] {
  const gaps = [...typed.matchAll(/\s+|(?<=[^\p{ASCII}\s])(?=\d)/gu)].slice(0, nameMax)
  return gaps
    .map(({ 0: gap, index }) => [typed.slice(0, index), typed.slice(index + gap.length)] as const)
    .filter(([name, rest]) => name !== '' && rest !== '')
    .reverse()
}

const inlineContext = (target: ActionTarget | null) => ({
  ...parseContext(),
  wordOf: word,
  mostOf: (argument: Argument) => maximumOfRows(argument, target),
})
const toDraftInput = ({ args, initialTexts }: InlineArgs) => ({ args, initialTexts })

/** A command whose name was typed with its arguments: `reduce 500 hardship`. */
export function commandsWithArguments(typed: string, { index, context, target }: SearchRequest): PaletteItem[] {
  for (const [name, rest] of splitName(typed)) {
    const found = search(index, name, context)
      .filter(({ tier }) => tier >= nameTierMin)
      .flatMap((hit): PaletteItem[] => {
        const command = commandOf(hit.id)
        const read = command && parseInlineArgs(rest, argumentsOf(command), inlineContext(target))
        return read ? [commandItem(command, target, { hit, given: toDraftInput(read) })] : []
      })
    if (found.length > 0) return found
  }
  return []
}

/** Kinds of values that say by themselves what takes them. */
const selfDescribingKinds = ['money', 'date', 'rate', 'count']

/** Commands on what is meant that take what was typed or pasted as an argument: an amount, a day. */
export function commandsAccepting(typed: string, target: ActionTarget | null): PaletteItem[] {
  if (!/\d/.test(typed) || !target) return []
  return allowedCommands()
    .filter((command) => command.rows && appliesTo(command, target))
    .flatMap((command): PaletteItem[] => {
      const all = argumentsOf(command).filter(({ field }) => selfDescribingKinds.includes(field.kind))
      const read = all.length > 0 ? parseInlineArgs(typed, all, inlineContext(target)) : null
      return read && Object.keys(read.args).length > 0
        ? [commandItem(command, target, { given: toDraftInput(read) })]
        : []
    })
    .filter(({ disabled }) => !disabled)
}
