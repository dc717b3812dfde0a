import type { Actor } from '#server/kernel/base/actor.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'

/**
 * The quota of rows of one file, however it leaves: as a list, a report, a sheet or the rows of a run.
 * @throws Refusal `export_rows_spent` where it is more rows than a role of whoever asks lets them take along.
 */
export function mustBeWithinQuota(rows: number, { quotas: { exportRows: max } }: Pick<Actor, 'quotas'>): void {
  if (max !== null && rows > max) throw new Refusal('export_rows_spent', { max })
}
