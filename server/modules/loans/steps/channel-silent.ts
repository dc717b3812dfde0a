/** Why a payment was given up that the channel has said nothing of: the key of a text below `reasons`. */
export const channelSilent = 'channelSilent'
/** What is stored in place of that key since before there was one. */
const channelSilentText = 'No answer from the channel'

/** A reason as it was stored, as it is told. */
export const reasonAsTold = (stored: string | null): string | null =>
  stored === channelSilentText ? channelSilent : stored
