import { and, eq, sql } from 'drizzle-orm'
import type { Country } from '#contract/kernel/calendar.ts'
import type { LetterLanguage } from '#contract/kernel/countries.ts'
import { formatRate, localeOf } from '#contract/kernel/format.ts'
import type { IdOf, Money } from '#contract/kernel/values.ts'
import {
  letterLanguages,
  type MessageChannel,
  messageChannels,
  type Occasion,
  occasionIds,
} from '#contract/message-occasions.ts'
import { parametersIn, unknownVariableIn, variablesOf } from '#contract/message-text.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Translations } from '#server/kernel/base/translations.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { type AddedParameter, addedParameters } from '#server/modules/parameters/steps/added.ts'
import { messageTemplateRows, type StoredTemplate } from '../store.ts'

/** What a template says. */
export type TemplateText = Pick<StoredTemplate, 'subject' | 'text'>

/** The channel that templates come with the product for. */
const firstChannel: MessageChannel = 'sms'

/** The id of the one template of an occasion, a channel and a language. */
export const templateId = (occasion: Occasion, channel: MessageChannel, language: LetterLanguage) =>
  `${occasion}-${channel}-${language}` as IdOf<'messageTemplate'> // made here, and nowhere else

/** What came with the product for an occasion, its variables still in it; null where nothing did. */
export function originalText(
  { t }: Translations,
  { occasion, channel, language }: Pick<StoredTemplate, 'occasion' | 'channel' | 'language'>,
): TemplateText | null {
  if (channel !== firstChannel) return null
  const unfilled = Object.fromEntries(Object.keys(variablesOf(occasion)).map((name) => [name, `{{${name}}}`]))
  return { subject: null, text: t(language, `messages.text.${occasion}`, unfilled) }
}

/** Makes a row of every template that comes with the product; one that nobody has changed follows its releases. */
export async function addFirstTemplates(db: Db, translations: Translations, createdAt: Date): Promise<void> {
  const rows = occasionIds.flatMap((occasion) =>
    letterLanguages.map((language) => {
      const { text } = originalText(translations, { occasion, channel: firstChannel, language })!
      const id = templateId(occasion, firstChannel, language)
      return { id, occasion, channel: firstChannel, language, text, original: true, createdAt }
    }),
  )
  await db
    .insert(messageTemplateRows)
    .values(rows)
    .onConflictDoUpdate({
      target: messageTemplateRows.id,
      set: { text: sql`excluded.text` },
      setWhere: sql`${messageTemplateRows.original} and ${messageTemplateRows.text} <> excluded.text`,
    })
}

/**
 * The templates that customers may be written by on an occasion, by channel. What came with the product stands in for a
 * row that is not there yet.
 */
export async function templatesFor(
  tx: Db,
  { occasion, language }: { readonly occasion: Occasion; readonly language: LetterLanguage },
  translations: Translations,
): Promise<ReadonlyMap<MessageChannel, TemplateText>> {
  const of = and(eq(messageTemplateRows.occasion, occasion), eq(messageTemplateRows.language, language))
  const rows = await tx.select().from(messageTemplateRows).where(of)
  return new Map(
    messageChannels.flatMap((channel) => {
      const row = rows.find((one) => one.channel === channel)
      const said = row ?? originalText(translations, { occasion, channel, language })
      return said && row?.state !== 'disabled' ? [[channel, { subject: said.subject, text: said.text }]] : []
    }),
  )
}

/** Codes of the parameters that texts read. */
const codesIn = (texts: readonly (string | null)[]): string[] =>
  texts.flatMap((text) => (text === null ? [] : parametersIn(text)))

/** How a letter is written: by which country numbers are, and in which language words. */
interface Writing {
  readonly country: Country
  readonly language: LetterLanguage
}

const unitOf = { minutes: 'minute', hours: 'hour', days: 'day' } as const

/** What a letter says of a parameter, as its kind is written: amounts are left to whoever fills it. */
function textOf(parameter: AddedParameter, { country, language }: Writing, { t }: Translations): Money | string {
  const locale = `${language}-${country.slice(0, 2)}`
  const { kind, value } = parameter
  switch (kind) {
    case 'amount':
    case 'text':
      return value
    case 'list':
      return value.join(', ')
    case 'switch':
      return t(language, value ? 'command.yes' : 'command.no')
    case 'percent':
      return formatRate(value, locale)
    case 'number':
      // a year, or a short code, is no count
      return new Intl.NumberFormat(localeOf(locale), { useGrouping: 'min2' }).format(value)
    default:
      return new Intl.NumberFormat(localeOf(locale), { style: 'unit', unit: unitOf[kind], unitDisplay: 'long' }).format(
        value,
      )
  }
}

/** What a letter writes of the parameters that its texts read, by code: of those that were added beside the declared ones. */
export async function parameterTexts(
  tx: Db,
  texts: readonly (string | null)[],
  writing: Writing,
  translations: Translations,
): Promise<ReadonlyMap<string, Money | string>> {
  const added = await addedParameters(tx, codesIn(texts), writing.country)
  return new Map([...added].map(([code, parameter]) => [code, textOf(parameter, writing, translations)]))
}

/** Refuses what nobody fills, with its field. @throws Refusal `unknown_variable`. */
export async function mustBeFillable(
  { tx, app }: Pick<Context, 'tx' | 'app'>,
  occasion: Occasion,
  said: TemplateText,
): Promise<void> {
  const added = await addedParameters(tx, codesIn([said.subject, said.text]), app.clock.country)
  const parameters = new Set(added.keys())
  for (const field of ['subject', 'text'] as const) {
    const variable = unknownVariableIn(said[field] ?? '', occasion, parameters)
    if (variable !== null) throw new Refusal('unknown_variable', { variable }, { field })
  }
}
