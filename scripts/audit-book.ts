import { offsetMinutesOf } from '#contract/kernel/countries.ts'
import { endWith } from '#scripts/cli-error.ts'
import { auditAndMark } from '#server/book-audit/nightly.ts'
import { openEnvironmentDatabase, readEnvironment } from '#server/environment.ts'

async function audit(): Promise<void> {
  const environment = readEnvironment()
  const database = await openEnvironmentDatabase(environment)
  try {
    const started = performance.now()
    const { orders, differences } = await auditAndMark(database, {
      changedOnly: process.argv.includes('--changed'),
      offsetMinutes: offsetMinutesOf(environment.country),
      told: (found) => {
        for (const { loan, plan, field, expected, found: is } of found)
          process.stdout.write(`${[loan, plan ?? '', field, `expected ${expected}`, `found ${is}`].join('\t')}\n`)
      },
    })
    const seconds = ((performance.now() - started) / 1_000).toFixed(1)
    process.stdout.write(
      `${orders.toLocaleString('en')} orders, ${differences.toLocaleString('en')} differences, ${seconds} s\n`,
    )
    process.exitCode = differences > 0 ? 1 : 0
  } finally {
    await database.close()
  }
}

try {
  await audit()
} catch (error) {
  endWith(error)
}
