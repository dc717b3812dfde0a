import { randomInt } from 'node:crypto'

/** A transfer's number (UTR) that no payment has. */
export const newUtr = (): string => String(randomInt(1e11, 1e12))
