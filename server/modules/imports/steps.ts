import { type Columns, canRead, type DetectedMapping, importFiles } from '#contract/imports/mapping.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { today } from '#server/kernel/base/clock.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { ids, newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { fullPace } from './chunk-pace.ts'
import { importRows } from './store.ts'
import { type ImportRunContext, type Maker, type OnProgress, runImport } from './worker.ts'
import type { Book, ImportOutcome } from './write-rows.ts'

type Files = Pick<Book, 'loans' | 'customers'>

/** Refuses a book whose columns do not tell what has to be known. */
export function mustBeReadable(files: Files, columns: Columns): void {
  for (const file of importFiles) {
    const verdict = files[file] && canRead(file, files[file].headings, columns)
    if (verdict && !verdict.ok) throw new Refusal(verdict.fault, verdict.values)
  }
}

interface NewImport {
  readonly files: Files
  readonly mapping: DetectedMapping
  readonly state: 'uploaded' | 'running'
  readonly maker: Maker
}

/** Who imports where nobody is signed in. */
const shellId = 'shell' as IdOf<'staff'> // no member of staff has it

/** Writes down an import that nothing was done of yet. */
export async function addImport(
  tx: Db,
  { files, mapping, state, maker }: NewImport,
  { clock }: Pick<ImportRunContext, 'clock'>,
) {
  const now = clock.now()
  const names = [files.loans, files.customers].flatMap((opened) => (opened ? [opened.name] : []))
  const made = { makerId: maker.id ?? shellId, makerName: maker.name, createdAt: now }
  const about = { kind: mapping.kind, fileName: names.join(', '), state, mapping, lines: files.loans.lines }
  const id = await newId(tx, ids.import, today(clock, now))
  const [row] = await tx
    .insert(importRows)
    .values({ id, ...about, ...made })
    .returning()
  return row!
}

/**
 * Imports a book at once, as fast as it can: whoever is at the shell has the database for themselves.
 * @throws Refusal for what is wrong with it; of files that cannot be read nothing is loaded.
 */
export async function importBook(
  book: Book,
  maker: Maker,
  app: ImportRunContext,
  tell: OnProgress,
): Promise<{ id: IdOf<'import'>; outcome: ImportOutcome }> {
  mustBeReadable(book, book.mapping)
  const about = { files: book, mapping: book.mapping, state: 'running', maker } as const
  const { id } = await addImport(app.database.db, about, app)
  return { id, outcome: await runImport({ id, book, maker, requestId: id, pace: fullPace }, app, tell) }
}
