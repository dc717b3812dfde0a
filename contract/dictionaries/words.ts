import { z } from 'zod'
import { TextIn } from '../kernel/values.ts'

/** Colours that an entry may have; `none` is one without. */
export const tones = ['none', 'good', 'info', 'warn', 'bad', 'muted'] as const
/** The languages that labels are written in, as the names of fields have them: `labelZh`. */
export const labelLanguages = ['en', 'zh', 'es', 'vi', 'id', 'ja'] as const
export type LabelLanguage = (typeof labelLanguages)[number]
export type LabelField = `label${Capitalize<LabelLanguage>}`
/** The field of a label: `labelZh`. */
export const labelFieldOf = (language: LabelLanguage) =>
  `label${language[0]!.toUpperCase()}${language.slice(1)}` as LabelField // by the languages there are
/** Labels of a row, by language; none where nobody has written one. */
export const labelFields = {
  labelEn: TextIn('en').nullable(),
  labelZh: TextIn('zh').nullable(),
  labelEs: TextIn('es').nullable(),
  labelVi: TextIn('vi').nullable(),
  labelId: TextIn('id').nullable(),
  labelJa: TextIn('ja').nullable(),
}

/** Labels as a form has them. */
export function labelArgs(max: number) {
  const Label = z.string().trim().max(max).optional()
  return { labelEn: Label, labelZh: Label, labelEs: Label, labelVi: Label, labelId: Label, labelJa: Label } as const
}

/** A name that staff give: as its reader's language has it, as it was given, and in each language. */
export const nameFields = { name: z.string(), givenName: z.string(), ...labelFields } as const
/** The fields of such a name. */
export const nameFieldNames = [
  ...(['name', 'givenName', 'labelEn', 'labelZh', 'labelEs', 'labelVi', 'labelId', 'labelJa'] as const),
] as const

/** One entry that is other than what comes with the product: its labels by language, where it stands, whether it is offered. */
export const Word = z.object({
  dictionary: z.string(),
  /** The text key that its label stands under. */
  of: z.string(),
  code: z.string(),
  /** Only the labels that somebody has written. */
  labels: z.partialRecord(z.enum(labelLanguages), z.string()),
  sort: z.int(),
  tone: z.enum(tones),
  offered: z.boolean(),
})
export type Word = z.output<typeof Word>
/** Every entry that is other than what comes with the product. */
export const Words = z.object({ words: z.array(Word) })
