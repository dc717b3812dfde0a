import { and, eq, inArray, sql } from 'drizzle-orm'
import { declaredTypes, labelsOf } from '#contract/dictionaries/declared.ts'
import { type dictionaryEntries, dictionaryEntry } from '#contract/dictionaries/entries.ts'
import type { LabelField } from '#contract/dictionaries/words.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { type GivenLabels, type Labels, labelsFrom } from '#server/kernel/listing/labels.ts'
import { kindOfType } from '#server/modules/dictionaries/source.ts'
import { holdType, typeId } from '#server/modules/dictionaries/steps.ts'
import { dictionaryEntryRows } from './store.ts'

type WriteContext = Pick<Context, 'tx' | 'now' | 'today' | 'app'>
type GivenEntry = Omit<Parsed<typeof dictionaryEntries.add>, LabelField> & GivenLabels

/** The types whose entries share their labels with those of `id`: reasons are called the same whatever they are for. */
const sharing = (id: string) => {
  const ids = declaredTypes.filter((type) => labelsOf(type.id) === labelsOf(id)).map((type) => typeId(type.id))
  return ids.length > 0 ? ids : [typeId(id)]
}

/** Writes the labels of an entry, and of those that share them. */
export async function writeLabels(
  { tx }: Pick<WriteContext, 'tx'>,
  { dictionary, code }: { readonly dictionary: string; readonly code: string },
  labels: Labels,
): Promise<void> {
  await tx
    .update(dictionaryEntryRows)
    .set({ labels })
    .where(
      and(
        inArray(dictionaryEntryRows.dictionaryId, sharing(dictionary)),
        eq(dictionaryEntryRows.code, code),
        sql`${dictionaryEntryRows.labels} <> ${JSON.stringify(labels)}::jsonb`,
      ),
    )
}

/** Adds an entry to a type whose codes staff say. @throws Refusal `unknown_dictionary`, `codes_are_fixed`, `known_already`. */
export async function addEntry(
  { dictionary: typeCode, code, sort, tone, ...given }: GivenEntry,
  context: WriteContext,
): Promise<IdOf<'dictionaryEntry'>> {
  const { tx, now, today, app } = context
  const dictionary = typeId(typeCode) // one that staff may add to is one of all
  if (!(await holdType(tx, dictionary))) throw new Refusal('unknown_dictionary', undefined, { field: 'dictionary' })
  const kind = kindOfType(dictionary)
  if (kind !== 'open' && kind !== 'own') throw new Refusal('codes_are_fixed', undefined, { field: 'dictionary' })
  const [twin] = await tx
    .select({ defaults: dictionaryEntryRows.defaults, labels: dictionaryEntryRows.labels })
    .from(dictionaryEntryRows)
    .where(and(inArray(dictionaryEntryRows.dictionaryId, sharing(dictionary)), eq(dictionaryEntryRows.code, code)))
  const [{ last }] = (await tx
    .select({ last: sql<number>`coalesce(max(${dictionaryEntryRows.sort}), 0)` })
    .from(dictionaryEntryRows)
    .where(eq(dictionaryEntryRows.dictionaryId, dictionary))) as [{ last: number }] // an aggregate has one row
  const defaults = twin?.defaults ?? {}
  const labels = { ...twin?.labels, ...labelsFrom(given, defaults) }
  const id = await newId(tx, dictionaryEntry.ids, today)
  const row = { id, dictionaryId: dictionary, code, labels, defaults, tone, added: true, createdAt: now }
  const added = await tx
    .insert(dictionaryEntryRows)
    .values({ ...row, sort: sort || last + 1 })
    .onConflictDoNothing()
    .returning({ id: dictionaryEntryRows.id })
  if (added.length === 0) throw new Refusal('known_already', undefined, { field: 'code' })
  if (twin) await writeLabels(context, { dictionary, code }, labels)
  app.words.forget()
  return id
}
