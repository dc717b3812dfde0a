import type { Requirement } from '#contract/kernel/rights.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { exportRight, unmaskRight } from '#server/kernel/export/view-to-export.ts'
import type { ExportRecord } from './store.ts'

/** Reach of whoever a file is made for: whose rows they may take along, and where they stand. It is kept with the file. */
export type Reach = readonly string[]

type Wanted = Pick<ExportRecord, 'listing'> & { readonly input: unknown }
type Asking = Pick<Context, 'actor' | 'app'>

/** The rights that a file is made by. @throws Refusal `export_gone` where what it was made of is there no longer. */
function rightsOfFile({ listing: id, input }: Wanted, { app }: Asking): readonly Requirement[] {
  const { reports, listings } = app.registry
  const report = reports.get(id)
  if (report) return [report.report.export.requires]
  const known = listings.get(id)
  if (!known) throw new Refusal('export_gone')
  const { unmasked } = input as { readonly unmasked?: boolean } // as it was asked for
  return [exportRight(known.listing), ...(unmasked ? [unmaskRight(known.listing)] : [])]
}

const places = (right: Requirement, actor: Actor): string[] =>
  actor.scopesOf(right).map((scope) => (scope === 'all' ? scope : `${scope} ${actor.unitId} ${actor.agencyId ?? ''}`))

/** How far the rights that a file is made by reach. */
export const reachOf = (file: Wanted, asking: Asking): Reach[] =>
  rightsOfFile(file, asking).map((right) => places(right, asking.actor))

/** Whether whoever a file was made for still reaches whatever they reached when it was. */
export function isWithinReach(file: Wanted, asking: Asking): boolean {
  const { reach } = file.input as { readonly reach?: readonly Reach[] } // none of files from before it was kept
  const now = reachOf(file, asking)
  return (reach ?? []).every((then, i) => now[i]!.includes('all') || then.every((place) => now[i]!.includes(place)))
}

/**
 * Whether a file may be handed out to whoever it was made for: what it is made of may still be taken along, as far as then.
 * @throws Refusal `forbidden`, `export_gone`.
 */
export function mustBeWithinReach(file: Wanted, asking: Asking): void {
  if (!rightsOfFile(file, asking).every((right) => asking.actor.may(right))) throw new Refusal('forbidden')
  if (!isWithinReach(file, asking)) throw new Refusal('export_gone')
}
