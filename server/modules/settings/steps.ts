import { eq, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { Settings } from '#contract/settings.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { setLanguage, staffById } from '#server/modules/staff/steps.ts'
import { personalSettingRows } from './store.ts'

type Id = IdOf<'staff'>
const names = Object.keys(Settings.shape) as (keyof Settings)[] // every setting there is

/** What of `kept` is a setting; another version may have written it. */
function read(kept: Readonly<Record<string, unknown>>): Settings {
  const each = names.map((name) => Settings.shape[name].safeParse(kept[name]))
  return Object.fromEntries(each.flatMap(({ data }, i) => (data === undefined ? [] : [[names[i], data]])))
}

/** What somebody has set for themselves. */
export async function settingsOf(tx: Db, staffId: Id): Promise<Settings> {
  const [row] = await tx.select().from(personalSettingRows).where(eq(personalSettingRows.staffId, staffId))
  const person = await staffById(tx, staffId)
  return read({ ...row?.values, language: person?.language ?? undefined })
}

/** Sets what is given and leaves the rest. */
export async function saveSettings(tx: Db, staffId: Id, { language, ...values }: Settings): Promise<void> {
  if (language) await setLanguage(tx, staffId, language)
  if (Object.keys(values).length === 0) return
  await tx
    .insert(personalSettingRows)
    .values({ staffId, values })
    .onConflictDoUpdate({
      target: personalSettingRows.staffId,
      set: { values: sql`${personalSettingRows.values} || excluded.values` },
    })
}
