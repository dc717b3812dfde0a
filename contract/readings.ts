import { z } from 'zod'
import { Choice, Instant, Rate } from './kernel/values.ts'
import { pictureKinds } from './picture-kinds.ts'

/** What is read off pictures by machine, and told by the bank. */
export const readingFields = [
  ...(['name', 'fatherName', 'pan', 'aadhaar', 'birthDate', 'sex'] as const),
  ...(['address', 'postcode', 'accountHolder', 'face'] as const),
] as const
export type ReadingField = (typeof readingFields)[number]

/** A place in a picture, in millionths of its width and height. */
export const Box = z.object({ x: Rate, y: Rate, w: Rate, h: Rate })
export type Box = z.output<typeof Box>

/** Reading: one value as a machine has read it. Numbers of papers are masked. */
export const Reading = z.object({
  field: Choice('readings.field', [...readingFields]),
  value: z.string(),
  /** How sure the machine is, or how alike two faces or names are. */
  confidence: Rate,
  from: Choice('readings.from', [...pictureKinds, 'bank']),
  /** Where it stands in the picture; none: nowhere in particular. */
  box: Box.nullable(),
  readAt: Instant,
  /** Edited flag: whether the customer has typed otherwise than it was read; null for what is not compared. */
  edited: z.boolean().nullable(),
})
export type Reading = z.output<typeof Reading>
