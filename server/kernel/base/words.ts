import type { Word } from '#contract/dictionaries/words.ts'
import { vocabularies } from '#contract/kernel/vocabulary.ts'
import type { Db } from './database.ts'
import type { Translations } from './translations.ts'

/** An entry of a dictionary, as a call names it. */
export interface EntryChoice {
  readonly dictionary: string
  readonly code: string
}

/** What the tables of dictionaries say, for the kernel: modules fill it. */
export interface WordSource {
  /** Every entry that is other than what comes with the product. */
  read(db: Db): Promise<readonly Word[]>
  /** Writes down that somebody has chosen entries. */
  use(tx: Db, chosen: readonly EntryChoice[]): Promise<void>
}

/** Words: what the administrator has made of labels and entries, kept in mind by each server until they change. */
export interface Words extends Pick<WordSource, 'use'> {
  /** Has the next call read them anew. */
  forget(): void
  /** Waits until what is kept in mind is what was written down. */
  fresh(): Promise<void>
  readonly all: () => readonly Word[]
  /** Why an entry cannot be chosen; null where it can. */
  readonly faultOf: (choice: EntryChoice) => 'unknown_entry' | 'entry_disabled' | null
}

const keyOf = ({ dictionary, code }: EntryChoice): string => `${dictionary} ${code}`

interface WordsParts {
  readonly source: WordSource
  readonly db: Db
  readonly translations: Translations
  readonly log: { error(context: object, message: string): void }
}

/** Keeps the words of a database in mind, and has translations say them. Where they cannot be read, those of before stay. */
export function wordsOf({ source, db, translations, log }: WordsParts): Words {
  let words: readonly Word[] = []
  let byKey = new Map<string, Word>()
  // which of the changes so far has been read
  let [changes, known] = [1, 0]
  let reading: Promise<void> | null = null
  const read = async () => {
    const now = changes
    words = await source.read(db)
    byKey = new Map(words.map((word) => [keyOf(word), word]))
    translations.override(words)
    known = now
  }
  return {
    use: source.use,
    forget() {
      changes++
    },
    async fresh() {
      while (known !== changes) {
        const before = known
        reading ??= read()
          .catch((error: unknown) => log.error({ err: error }, 'words'))
          .finally(() => {
            reading = null
          })
        await reading
        if (known === before) return
      }
    },
    all: () => words,
    faultOf(choice) {
      const word = byKey.get(keyOf(choice))
      if (word) return word.offered ? null : 'entry_disabled'
      return vocabularies.get(choice.dictionary)?.codes.some((code) => String(code) === choice.code)
        ? null
        : 'unknown_entry'
    },
  }
}
