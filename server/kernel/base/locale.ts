import { ConfigurationError } from './configuration-error.ts'
import type { RunSql } from './noun-schema.ts'

/** A database whose locale knows no letters but A to Z. */
export class UnsupportedLocale extends ConfigurationError {}

const settings = `select datname as name, datctype as ctype, pg_encoding_to_char(encoding) as encoding
  from pg_database where datname = current_database()`

/** A Chinese letter, and a Vietnamese one in both cases: Unicode 王, Đ and đ. The extension stays where it was there before. */
const probe = `begin;
  create extension if not exists pg_trgm;
  select cardinality(show_trgm(chr(29579))) > 0 and lower(chr(272)) = chr(273) as known`

async function knowsLetters(run: RunSql): Promise<boolean> {
  try {
    const { rows } = await run(probe)
    return rows[0]!.known === true
  } finally {
    await run('rollback')
  }
}

/**
 * Names are searched by trigrams, in whatever script they are written. `lc_ctype` decides what is a letter, whatever the
 * locale provider: by `C`, Chinese names have no trigrams, and Vietnamese ones no upper case either.
 * @throws UnsupportedLocale where such names could not be found by an index.
 */
export async function mustKnowLetters(run: RunSql): Promise<void> {
  const { name, ctype, encoding } = (await run(settings)).rows[0]!
  if (encoding === 'UTF8' && (await knowsLetters(run))) return
  throw new UnsupportedLocale(
    `The database ${name} has the character type ${ctype} and the encoding ${encoding}, which know no letters but A to Z: ` +
      'Chinese and Vietnamese names could not be found by an index, nor in capitals. Create it anew by ' +
      `\`create database ${name} template template0 encoding 'UTF8' lc_ctype 'C.UTF-8'\`; ` +
      'pg_dump and pg_restore take along what it holds.',
  )
}
