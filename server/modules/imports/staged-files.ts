import type { IdOf } from '#contract/kernel/values.ts'
import type { Book } from './write-rows.ts'

/** Files that were uploaded and wait for their mapping to be confirmed. They are on the disk of this server only. */
export interface StagedFiles {
  readonly makerId: IdOf<'staff'>
  readonly files: Pick<Book, 'loans' | 'customers'>
  readonly remove: () => Promise<void>
}

const staged = new Map<IdOf<'import'>, StagedFiles>()

/** Keeps files for their import. Of one person's files only the newest wait. */
export async function stage(id: IdOf<'import'>, files: StagedFiles): Promise<void> {
  const earlier = [...staged].filter(([, { makerId }]) => makerId === files.makerId)
  staged.set(id, files)
  for (const [other, { remove }] of earlier) {
    staged.delete(other)
    await remove()
  }
}

/** The files that wait for their import to start. */
export const stagedFor = (id: IdOf<'import'>): StagedFiles | undefined => staged.get(id)

/** The files need not wait any more. Whoever goes on with them removes them. */
export const unstage = (id: IdOf<'import'>): void => void staged.delete(id)
