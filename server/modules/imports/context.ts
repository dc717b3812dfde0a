import type { Country } from '#contract/kernel/calendar.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import type { Secrets } from '#server/kernel/base/secrets.ts'

/** What the rows of one import have in common. */
export interface ImportContext {
  readonly tx: Db
  readonly importId: IdOf<'import'>
  /** What the book is called. */
  readonly book: string
  /** Whom its orders and customers belong to. */
  readonly departmentId: IdOf<'unit'>
  readonly country: Country
  readonly now: Date
  readonly today: LocalDate
  readonly secrets: Secrets
}

/** Where a row came from, and what it is called there. */
export const externalId = ({ book }: ImportContext, id: string): string => `${book}:${id}`

/** How everything of a book came in, and who wrote it down. */
export const channel = 'import'
