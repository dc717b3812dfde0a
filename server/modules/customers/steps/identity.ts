import type { Actor } from '#server/kernel/base/actor.ts'

/** Whether the numbers somebody is identified by are read at all, masked or not: people of an agency are outside the house. */
export const mayMeetIdentity = (reader: Pick<Actor, 'agencyId'> | undefined): boolean =>
  reader === undefined || reader.agencyId === null
