import { z } from 'zod'
import type { IdOf } from '#contract/kernel/values.ts'
import { type PictureKind, pictureKinds } from '#contract/picture-kinds.ts'
import { Box, readingFields } from '#contract/readings.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { providerFor } from '#server/modules/gateways/steps.ts'
import { callProvider, jsonOf, mustBeOk } from '#server/modules/provider-configs/steps.ts'
import type { NewReading } from '#server/modules/readings/steps/readings.ts'
import { checkSender } from './steps/check-sender.ts'

/** What is asked about: whose it is, for which app, and the pictures. */
export interface CheckSubject {
  /** Names the question: asked again, it is the same. */
  readonly checkId: string
  readonly customerId: IdOf<'customer'>
  readonly app: string
  readonly pictures: ReadonlyMap<PictureKind, Buffer>
}

const ppm = z.int().min(0).max(1_000_000)
const valueMax = 240
const OcrAnswer = z.object({
  fields: z
    .array(
      z.object({
        field: z.enum(readingFields),
        value: z.string().trim().min(1).max(valueMax),
        confidence: ppm,
        box: Box.nullable().default(null),
      }),
    )
    .max(readingFields.length),
})
const FaceAnswer = z.object({ similarity: ppm, alive: z.boolean() })
const BureauAnswer = z.object({ score: z.int().min(300).max(900) })

type VendorKind = 'ocr' | 'face' | 'bureau'

/** Asks the provider of a kind. @throws Error where it does not answer in time, or answers what makes no sense. */
async function ask<Schema extends z.ZodType>(
  kind: VendorKind,
  { checkId, customerId, app: of }: CheckSubject,
  { schema, ...more }: { readonly schema: Schema; readonly part: string; readonly images: readonly Buffer[] },
  app: AppContext,
): Promise<z.output<Schema>> {
  const target = await providerFor({ kind, app: of, key: checkId }, app)
  const images = more.images.map((image) => image.toString('base64'))
  const id = `${checkId}-${kind}${more.part && `-${more.part}`}`
  const body = JSON.stringify({ checkId: id, subjectId: customerId, part: more.part, images })
  const take = async (response: Response): Promise<z.output<Schema>> => {
    await mustBeOk(response)
    return schema.parse(await jsonOf(response))
  }
  return callProvider(target, { path: `/${kind}`, sender: checkSender, body }, take, app)
}

/** Has papers read, each by itself. */
export async function readPapers(subject: CheckSubject, app: AppContext): Promise<NewReading[]> {
  const papers = pictureKinds.filter((kind) => kind !== 'face' && subject.pictures.has(kind))
  const read = papers.map(async (part) => {
    const images = [subject.pictures.get(part)!]
    const { fields } = await ask('ocr', subject, { schema: OcrAnswer, part, images }, app)
    return fields.map((one) => ({ ...one, from: part }))
  })
  return (await Promise.all(read)).flat()
}

/** Has the face compared with that on the papers. */
export function compareFaces(subject: CheckSubject, app: AppContext): Promise<z.output<typeof FaceAnswer>> {
  const images = [subject.pictures.get('face')!, subject.pictures.get('pan') ?? subject.pictures.get('aadhaarFront')!]
  return ask('face', subject, { schema: FaceAnswer, part: '', images }, app)
}

/** Asks how somebody has repaid elsewhere. */
export const askBureau = (subject: CheckSubject, app: AppContext): Promise<z.output<typeof BureauAnswer>> =>
  ask('bureau', subject, { schema: BureauAnswer, part: '', images: [] }, app)
