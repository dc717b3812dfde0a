import { eq } from 'drizzle-orm'
import { fileName } from '#contract/kernel/format.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { AppContext, Context } from '#server/kernel/call/context.ts'
import { isWithinReach, reachOf } from '#server/modules/exports/access.ts'
import {
  newFile,
  readParts,
  type StoredInput,
  sizeOf,
  type Written,
  writeFile,
  writerOf,
} from '#server/modules/exports/build.ts'
import { newLease } from '#server/modules/exports/lease.ts'
import { exportRows } from '#server/modules/exports/store.ts'

/** A file that is made for somebody by the clock. */
export interface WantedFile {
  /** The same however often it is tried. */
  readonly id: IdOf<'export'>
  /** The list or the report it is made of. */
  readonly content: string
  readonly input: StoredInput & { readonly title: string }
}

/** A file that lies in an export centre. */
export interface MadeFile extends Written {
  readonly id: IdOf<'export'>
  readonly name: string
  /** Its media type. */
  readonly type: string
}

/** Until it is sent the next time, where that is a week. */
const keptDays = 7

/**
 * Makes a file for whoever the context is of, and puts it into their export centre. One that is there already is not made
 * again, unless they reach less by now. @throws Refusal for what they may not take along; anything else may be tried again.
 */
export async function makeFile({ id, content, input }: WantedFile, context: Context): Promise<MadeFile> {
  const { tx, actor, now, language, requestId } = context
  const [known] = await tx.select().from(exportRows).where(eq(exportRows.id, id))
  if (known?.state === 'done' && isWithinReach(known, context)) {
    return { id, name: known.name, type: known.type, rows: known.count, bytes: await sizeOf(known, context) }
  }
  const { extension, type } = writerOf(input, context)
  const kept = { ...input, lease: newLease(), reach: reachOf({ listing: content, input }, context) }
  const fresh = { ...newFile(now, keptDays), input: kept }
  const made = {
    ...fresh,
    ...{ id, staffId: actor.id, listing: content, language, type, requestId, count: 0 },
    name: fileName(input.title, context.today, extension),
  }
  await tx.insert(exportRows).values(made).onConflictDoUpdate({ target: exportRows.id, set: fresh })
  return { id, name: made.name, type, ...(await writeFile(made, context)) }
}

/** What is in a file, at once. @throws Error where its reader has thrown it away meanwhile. */
export async function bytesOfFile({ id, bytes }: MadeFile, app: AppContext): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of readParts({ id }, app)) parts.push(part)
  const all = Buffer.concat(parts)
  if (all.length !== bytes) throw new Error('the file is there no longer')
  return all
}
