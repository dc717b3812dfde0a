import { sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { type Proof, proof, proofs } from '#contract/proofs.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { findMany } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { convert, match, reject } from './decide.ts'
import { enterProof } from './enter.ts'
import { imageAbout, imageFile, imagesOf, keepImage } from './images.ts'
import { proofSource } from './source.ts'
import { proofRows } from './store.ts'

/** A proof within the reach of whoever asks. */
async function reached(id: IdOf<'proof'>, { tx, actor, app }: Context): Promise<Proof | undefined> {
  const access = { actor, scopes: actor.scopesOf('proofs'), app }
  const where = sql`${proofRows.id} = ${id}`
  const [row] = await findMany(tx, { source: proofSource, fields: proofs.list.fields }, { where }, access)
  return row
}

/** Handlers of `proofs`: pictures of transfers, and what became of them. */
export default implement(
  proofs,
  {
    list: proofSource,

    async detail({ id }, call) {
      const one = await reached(id, call)
      return one ? { proof: one, images: await imagesOf(call.tx, id) } : call.fail('not_found')
    },

    async upload(_, call) {
      const kept = await keepImage(call)
      call.note({ objectId: kept.id, input: { file: call.uploads!.files.image!.name } })
      return kept
    },

    async image({ id }, call) {
      const about = await imageAbout(call.tx, id)
      if (!about) return call.fail('not_found')
      const mine = about.proofId ? await reached(about.proofId, call) : about.uploadedById === call.actor.id
      if (!mine) return call.fail('not_found')
      return (await imageFile(call.tx, id)) as never // a file stands for the answer
    },

    enter: (entry, call) => enterProof(entry, call),
    match: ({ utr }, call) => match(utr, call),
    convert: (wanted, call) => convert(wanted, call),
    reject: ({ reason }, call) => reject(reason, call),
  },
  [rowSource(proof, proofSource)],
)
