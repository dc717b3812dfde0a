import type { Quotas } from '#server/kernel/base/actor.ts'

/** Whose quotas are asked for: what their roles bound, and whether their agency is another business. */
interface Bounded {
  readonly roles: readonly { readonly revealsMax: number | null; readonly exportRowsMax: number | null }[]
  readonly isExternal: boolean
}

/** Most rows of a file that goes to another business, whatever the roles of its people say. */
const externalRowsMax = 500

/** The most generous of several bounds; one that is none bounds nothing. */
const largest = (bounds: readonly (number | null)[]): number | null => {
  const known = bounds.filter((bound) => bound !== null)
  return known.length < bounds.length || known.length === 0 ? null : Math.max(...known)
}

/** The quotas of somebody. */
export function quotasOf({ roles, isExternal }: Bounded): Quotas {
  const exportRows = largest(roles.map(({ exportRowsMax }) => exportRowsMax))
  return {
    reveals: largest(roles.map(({ revealsMax }) => revealsMax)),
    exportRows: isExternal ? Math.min(exportRows ?? externalRowsMax, externalRowsMax) : exportRows,
  }
}
