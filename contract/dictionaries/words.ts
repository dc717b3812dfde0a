import { z } from 'zod'
import { TextIn } from '../kernel/values.ts'

/** Colours that an entry may have; `none` is one without. */
export const tones = ['none', 'good', 'info', 'warn', 'bad', 'muted'] as const
/** The languages that labels are written in, as the names of fields have them: `labelZh`. */
export const labelLanguages = ['en', 'zh', 'es', 'vi', 'id', 'ja'] as const
export type LabelLanguage = (typeof labelLanguages)[number]
/** Labels of a row, by language; none where nobody has written one. */
export const labelFields = {
  labelEn: TextIn('en').nullable(),
  labelZh: TextIn('zh').nullable(),
  labelEs: TextIn('es').nullable(),
  labelVi: TextIn('vi').nullable(),
  labelId: TextIn('id').nullable(),
  labelJa: TextIn('ja').nullable(),
}

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
