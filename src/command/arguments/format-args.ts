import { formatMoney, formatRate } from '#contract/kernel/format.ts'
import type { Money } from '#contract/kernel/values.ts'
import type { ActionTarget } from '#src/command/active-list.ts'
import type { Command } from '#src/command/command.ts'
import { language } from '#src/locale/language.ts'
import { text, word, worded } from '#src/locale/text.ts'
import { type Argument, argumentsOf } from './argument.ts'

/** What records are called that arguments name, by the argument: only the server knows. */
export type ReferenceNames = Readonly<Record<string, string>>

/** A value of an argument as it reads on this screen. Nothing for what was left out. */
function formatValue({ field, name, secret }: Argument, value: unknown, names: ReferenceNames): string {
  if (value === undefined || value === null || value === '') return ''
  if (secret) return '•••'
  switch (field.kind) {
    case 'money':
      return formatMoney(value as Money, language()) // as its schema has it
    case 'rate':
      return formatRate(value as number, language()) // as above
    case 'choice':
      return word(field.of ?? '', value as string | number) // as above
    case 'flag':
      return text(value ? 'command.yes' : 'command.no')
    case 'text':
      return field.of === undefined ? String(value) : worded(field.of, String(value))
    default:
      return names[name] ?? String(value)
  }
}

/** Every argument that was given, in the order it is asked for. */
export const formatArguments = (
  command: Command,
  args: Readonly<Record<string, unknown>>,
  names: ReferenceNames,
  target: ActionTarget | null = null,
) =>
  argumentsOf(command, target)
    .filter(({ name }) => name in args)
    .map((argument) => ({ argument, text: formatValue(argument, args[argument.name], names) }))
