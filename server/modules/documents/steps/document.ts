/** A name and what it is: both as they are to be read. */
export type Fact = readonly [name: string, value: string]

/** One column of a table; numbers stand at its end. */
export interface TableColumn {
  readonly title: string
  /** Of the width, compared with the other columns. */
  readonly share: number
  readonly end?: boolean
}

/** A part of a paper: facts, a table with its last line set off, or a few sentences. */
export interface Section {
  readonly heading: string
  readonly facts?: readonly Fact[]
  readonly table?: {
    readonly columns: readonly TableColumn[]
    readonly rows: readonly (readonly string[])[]
    readonly sums?: readonly string[]
    /** Stands in place of no rows. */
    readonly none: string
    /** Cells are cut where they are too wide, as a customer's papers never are. */
    readonly cut?: boolean
  }
  readonly notes?: readonly string[]
}

/** A paper for a customer: everything it says, in one language, before it is laid out. */
export interface CustomerDocument {
  readonly language: string
  readonly sender: string
  readonly title: string
  readonly subtitle: string
  readonly parts: readonly Section[]
  /** At the foot of every page. */
  readonly foot: (page: number, pages: number) => string
  readonly at: Date
}
