import { eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { IdOf } from '#contract/kernel/values.ts'
import { type PictureKind, pictureKinds } from '#contract/picture-kinds.ts'
import type { ReadingField } from '#contract/readings.ts'
import { sha256 } from '#server/kernel/base/secrets.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { customerRows, type StoredCustomer } from '#server/modules/customers/store.ts'
import { checkSender } from '#server/modules/machine-reviews/steps/check-sender.ts'
import { standInBoxes } from '#server/modules/pictures/steps/stand-in-layout.ts'

const imagesMax = 2
const Check = z.object({
  checkId: z.string().max(80),
  subjectId: z.string().max(40),
  part: z.enum([...pictureKinds, '']),
  images: z.array(z.base64()).max(imagesMax),
})

/** Phones that end so always meet the same fate, for demonstrations and tests; every other is found right. */
const fates: Readonly<Record<string, 'unlike' | 'slow' | 'down' | 'rubbish'>> = {
  '0005': 'unlike',
  '0006': 'slow',
  '0007': 'down',
  '0008': 'rubbish',
}
/** How long an answer hangs that comes too late. */
const hangMs = 20_000
const bodyMax = 8 * 1_048_576

type Values = Readonly<Partial<Record<ReadingField, string | null>>>

/** What stands on the papers: the sandbox has no eyes, and takes what was typed; of some another year and house. */
function valuesOf(customer: StoredCustomer, unlike: boolean, { secrets }: Pick<AppContext, 'secrets'>): Values {
  const { name, birthDate, sex, pan, aadhaar, address } = customer
  const year = birthDate && (unlike ? String(Number(birthDate.slice(0, 4)) + 2) : birthDate.slice(0, 4))
  return {
    name: name?.toUpperCase() ?? null,
    birthDate: birthDate && `${year}${birthDate.slice(4)}`,
    sex: sex?.slice(0, 1).toUpperCase() ?? null,
    pan: pan && secrets.decrypt(pan),
    aadhaar: aadhaar && secrets.decrypt(aadhaar),
    address: address && (unlike ? `7 ${address}` : address).replace(/ \S+$/, '').toUpperCase(),
    postcode: address?.split(' ').at(-1) ?? null,
  }
}

const sure = 970_000

function readingsOf(values: Values, part: PictureKind) {
  const places = Object.entries(standInBoxes[part]) as [ReadingField, object][] // as the layout names them
  return places.flatMap(([field, box]) =>
    values[field] ? [{ field, value: values[field], confidence: sure, box }] : [],
  )
}

/** From 640 to 839, always the same of somebody. */
const scoreOf = (id: string) => 640 + (Number.parseInt(sha256(id).slice(0, 6), 16) % 200)

type Answer = (customer: StoredCustomer, unlike: boolean, part: PictureKind | '') => object

const answersOf = (app: AppContext): Readonly<Record<'ocr' | 'face' | 'bureau', Answer>> => ({
  ocr: (customer, unlike, part) => ({ fields: part ? readingsOf(valuesOf(customer, unlike, app), part) : [] }),
  face: (_, unlike) => ({ similarity: unlike ? 410_000 : 940_000, alive: true }),
  bureau: ({ id }, unlike) => ({ score: unlike ? 480 : scoreOf(id) }),
})

/** What is asked, and of whom; a status where nobody is told anything. */
async function checkIn({ body, headers }: FastifyRequest, { database: { db }, secrets }: AppContext) {
  if (!secrets.verify(checkSender, JSON.stringify(body), String(headers['x-signature'] ?? ''))) return 401
  const { data: check } = Check.safeParse(body)
  if (!check) return 422
  const [customer] = await db
    .select()
    .from(customerRows)
    .where(eq(customerRows.id, check.subjectId as IdOf<'customer'>)) // whatever it is, it is looked for
  return customer ? { check, customer, fate: fates[customer.phone?.slice(-4) ?? ''] } : 404
}

/**
 * The part of the sandbox that reads papers, compares faces and knows debts. Signed like everything that is sent there;
 * some phones are answered wrongly, late, with rubbish, or not at all.
 */
export function mountChecks(fastify: FastifyInstance, app: AppContext): void {
  for (const [kind, answer] of Object.entries(answersOf(app))) {
    fastify.post(`/sandbox/${kind}`, { bodyLimit: bodyMax }, async (request, reply) => {
      const asked = await checkIn(request, app)
      if (typeof asked === 'number') return reply.code(asked).send({ error: 'refused' })
      const { check, customer, fate } = asked
      if (fate === 'down') return reply.code(503).send({ error: 'out of order' })
      if (fate === 'rubbish') return { surprise: true }
      if (fate === 'slow') await new Promise((resolve) => setTimeout(resolve, hangMs).unref())
      return answer(customer, fate === 'unlike', check.part)
    })
  }
}
