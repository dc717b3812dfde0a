import type { Listing } from '#contract/kernel/list.ts'
import type { Report } from '#contract/kernel/report.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import type { Secrets } from './secrets.ts'
import type { Translations } from './translations.ts'
import type { Words } from './words.ts'

/** Log of the server, for whoever runs it. No line holds personal data or a secret. */
export interface Log {
  error(context: object, message: string): void
  warn(context: object, message: string): void
  info(context: object, message: string): void
}

/** Services that the rooms below calls need; the whole app context (`call/context.ts`) extends them. */
export interface Services {
  readonly database: Database
  readonly clock: Clock
  readonly secrets: Secrets
  readonly translations: Translations
  readonly words: Words
  readonly log: Log
  /** Every listing and every report by its id: what each declares of its rows. */
  readonly registry: {
    readonly listings: ReadonlyMap<string, { readonly listing: Listing }>
    readonly reports: ReadonlyMap<string, { readonly report: Report }>
  }
}
