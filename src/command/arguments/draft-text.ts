import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import { countries } from '#contract/kernel/countries.ts'
import { formatAmount } from '#contract/kernel/format.ts'
import { formatFixedPoint } from '#contract/kernel/query/fixed-point.ts'
import type { Money } from '#contract/kernel/values.ts'
import { foldText } from '#src/command/search/fold.ts'
import { country } from '#src/locale/country.ts'
import { language } from '#src/locale/language.ts'
import { text, word } from '#src/locale/text.ts'
import { type Argument, argumentsOf, isPickedFromList } from './argument.ts'
import type { Draft } from './draft.ts'
import type { ParseContext } from './parse-arg.ts'

/** Whoever is at the keyboard: their language, and the currency and the day of the business. */
export function parseContext(): ParseContext {
  return {
    language: language(),
    currency: countries[country()].currency,
    today: businessDate(toInstant(new Date()), country()),
    offeredKey: ({ of = '', offered = [] }, typed) =>
      offered.find((key) => foldText(word(of, key)) === foldText(typed)),
    relativeDays: { [foldText(text('command.today'))]: 0, [foldText(text('command.tomorrow'))]: 1 },
  }
}

/** A value as it is typed: what reading it gives again. Nothing of what is chosen from a list. */
export function editableText(argument: Argument, value: unknown): string {
  const { field } = argument
  if (value === undefined || value === null || isPickedFromList(argument) || argument.secret) return ''
  if (field.offered?.includes(String(value))) return word(field.of ?? '', String(value))
  if (field.kind === 'money') return formatAmount(value as Money, language()) // as its schema has it
  return field.kind === 'rate' ? formatFixedPoint(value as number, 4) : String(value) // as above
}

/** What stands in the line before anybody types: of one row, what the command says of it. */
export function initialText(argument: Argument, { target, initialTexts }: Draft): string {
  const given = initialTexts[argument.name]
  if (given !== undefined) return given
  const [row] = target?.loadedRows ?? []
  const first = target?.count === 1 && row ? argument.prompt.first?.(row as never) : undefined // of its own noun
  return editableText(argument, first)
}

/** What is chosen of an argument before anybody chooses: of the one row that is meant, what the command says. */
export function initialValue({ prompt, schema }: Argument, { target }: Draft): unknown {
  const [row] = target?.loadedRows ?? []
  if (target?.count !== 1 || !row) return undefined
  const parsed = schema.safeParse(prompt.first?.(row as never)) // of its own noun
  return parsed.success ? parsed.data : undefined
}

/** `draft` with one argument to be given anew, from what was typed for it; all others stay. */
export function toBeGivenAnew(draft: Draft, argument: Argument): Draft {
  const { [argument.name]: value, ...args } = draft.args
  const { [argument.name]: _, ...names } = draft.names
  const initialTexts = { ...draft.initialTexts, [argument.name]: editableText(argument, value) }
  return { ...draft, args, names, initialTexts }
}

function initialChoice(argument: Argument, draft: Draft): Draft['args'] {
  const value = initialValue(argument, draft)
  return value === undefined ? {} : { [argument.name]: value }
}

/** `draft` as its form begins: what stands there before anybody types, and what was given already. */
export function withInitialValues(draft: Draft): Draft {
  const all = argumentsOf(draft.command, draft.target)
  const asked = all.filter(({ name }) => !(name in draft.args))
  const chosen = asked.filter(isPickedFromList).map((argument) => initialChoice(argument, draft))
  const typed = all
    .filter((argument) => !isPickedFromList(argument))
    .map((argument) => {
      const { name } = argument
      return [name, name in draft.args ? editableText(argument, draft.args[name]) : initialText(argument, draft)]
    })
  return {
    ...draft,
    args: Object.assign({}, ...chosen, draft.args),
    initialTexts: { ...draft.initialTexts, ...Object.fromEntries(typed) },
  }
}
