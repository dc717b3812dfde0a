import { inArray, isNotNull } from 'drizzle-orm'
import type { Country } from '#contract/kernel/calendar.ts'
import { ConfigurationError } from './kernel/base/configuration-error.ts'
import type { Db } from './kernel/base/database.ts'
import type { Secrets } from './kernel/base/secrets.ts'
import { customerKeyRows, settingRows } from './kernel/base/tables.ts'

const [secretNote, countryNote] = ['installation.secret', 'installation.country']

const otherSecret =
  'LENDLINE_SECRET (or secret.key in DATA_DIR) is another than the one that the data of this database is encrypted under.'

/** Whether a secret opens what was encrypted before any note said under which. */
async function opensKeys(db: Db, { open }: Secrets): Promise<boolean> {
  const [kept] = await db
    .select({ key: customerKeyRows.key })
    .from(customerKeyRows)
    .where(isNotNull(customerKeyRows.key))
    .limit(1)
  if (!kept?.key) return true
  try {
    open(Buffer.from(kept.key, 'base64url'))
    return true
  } catch {
    return false
  }
}

/**
 * Notes on the first start what a database was begun with, and holds every later start to it: under another secret half of
 * the data could not be read any more, by the clock of another country every due date would be another.
 * @throws ConfigurationError
 */
export async function mustBeOfInstallation(db: Db, secrets: Secrets, country: Country): Promise<void> {
  const read = () =>
    db
      .select()
      .from(settingRows)
      .where(inArray(settingRows.name, [secretNote, countryNote]))
  const before = await read()
  if (!before.some(({ name }) => name === secretNote) && !(await opensKeys(db, secrets)))
    throw new ConfigurationError(otherSecret)
  const notes = [
    { name: secretNote, value: secrets.fingerprint },
    { name: countryNote, value: country },
  ]
  if (before.length < notes.length) await db.insert(settingRows).values(notes).onConflictDoNothing()
  // two servers may start at once: what counts is what was noted
  const noted = new Map((await read()).map(({ name, value }) => [name, value]))
  if (noted.get(secretNote) !== secrets.fingerprint) throw new ConfigurationError(otherSecret)
  const begun = noted.get(countryNote)
  if (begun !== country) throw new ConfigurationError(`COUNTRY is ${begun} in this database, not ${country}.`)
}
