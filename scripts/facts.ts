import { LocalDate } from '#contract/kernel/values.ts'
import { CliError, endWith } from '#scripts/cli-error.ts'
import { openEnvironmentDatabase, readEnvironment } from '#server/environment.ts'
import { systemClock } from '#server/kernel/base/clock.ts'
import { recomputeDueFacts } from '#server/modules/due-facts/refresh.ts'

const usage = 'npm run facts -- 2026-01-01 2026-03-31'

/** @throws CliError for what is no day. */
function dayOf(text: string | undefined): LocalDate {
  const day = LocalDate.safeParse(text)
  if (!day.success) throw new CliError(`${text ?? 'nothing'} is no day: ${usage}`)
  return day.data
}

try {
  const [, , first, last] = process.argv
  const range = { first: dayOf(first), last: dayOf(last) }
  const environment = readEnvironment()
  const database = await openEnvironmentDatabase(environment)
  try {
    const { instalments, others } = await recomputeDueFacts(
      { database, clock: systemClock(environment.country) },
      range,
    )
    process.stdout.write(
      `${instalments.toLocaleString('en')} instalments, of ${others.toLocaleString('en')} something else is known\n`,
    )
  } finally {
    await database.close()
  }
} catch (error) {
  endWith(error)
}
