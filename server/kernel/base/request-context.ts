import type { Language } from '#locales/index.ts'
import type { Actor } from './actor.ts'
import type { Db } from './database.ts'
import type { Services } from './services.ts'
import type { Translate } from './translations.ts'

/** Locale and id of a request: what every answer needs. */
export interface Reader {
  /** Names the call in the audit log, in log lines and in the answer. */
  readonly requestId: string
  readonly language: Language
  /** The text of a key in the reader's language. */
  readonly t: Translate
}

/** Request context as far as listings and exports need it; that of a whole call (`call/context.ts`) extends it. */
export interface RequestContext extends Reader {
  readonly actor: Actor
  /**
   * The one transaction of this call, opened by the kernel and rolled back by it in a rehearsal; for a read, the
   * database. Nothing else reaches the database: an outer connection inside a transaction hangs on PGlite.
   */
  readonly tx: Db
  /** The time of the call. Tests hold it still. */
  readonly now: Date
  readonly app: Services
  readonly ip: string | null
}
