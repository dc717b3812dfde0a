import type { Actor } from '#server/kernel/base/actor.ts'

/**
 * Whether what customers are identified by (numbers, pictures) is read at all, masked or not: people of an agency are
 * outside the house, and never read it.
 */
export const mayReadIdentity = (reader: Pick<Actor, 'agencyId'> | undefined): boolean =>
  reader === undefined || reader.agencyId === null
