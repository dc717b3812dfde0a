import { eq } from 'drizzle-orm'
import { pictures } from '#contract/pictures.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { mayReadIdentity } from '#server/modules/customers/steps/identity-access.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { readingsOf, toReading } from '#server/modules/readings/steps/readings.ts'
import { isReached } from './reach.ts'
import { receivePicture } from './receive.ts'
import { revealPictures } from './reveal.ts'
import { pictureFile } from './show.ts'
import { picturesOf } from './steps/in-force.ts'
import { customerPictureRows } from './store.ts'

/** Handlers of `pictures`: papers and faces that customers are identified by. */
export default implement(pictures, {
  upload: (given, call) => receivePicture(given, call),

  async ofCustomer({ id }, call) {
    if (!(await isReached(id, 'customer', call))) return call.fail('not_found')
    if (!mayReadIdentity(call.actor)) return { pictures: [], readings: [] }
    const read = await readingsOf(call.tx, id)
    const [customer] = await call.tx.select().from(customerRows).where(eq(customerRows.id, id))
    return { pictures: await picturesOf(call.tx, id), readings: read.map((one) => toReading(one, customer!)) } // it was reached
  },

  async image({ id }, call) {
    const [picture] = await call.tx.select().from(customerPictureRows).where(eq(customerPictureRows.id, id))
    const reached = picture && mayReadIdentity(call.actor) && (await isReached(picture.customerId, 'customer', call))
    if (!reached) return call.fail('not_found')
    return (await pictureFile(picture, call)) as never // a file stands for the answer
  },

  reveal: async (asked, call) => (mayReadIdentity(call.actor) ? revealPictures(asked, call) : call.fail('not_found')),
})
