/** One of `of` parts of a book that are written beside each other: every `of`th of whatever is counted, from `index` on. */
export interface Share {
  readonly index: number
  readonly of: number
}

/** The whole book, written by one process. */
export const whole: Share = { index: 0, of: 1 }
