/** Reason of our own for a contact that came to nothing, where no provider has said so: the key of a text below `reasons`. */
export type ContactFailure = 'numberGone' | 'numberNotReached' | 'notInTime' | 'dialRefused' | 'robotRefused'
