import { expect } from 'vitest'
import { languages } from '#locales/index.ts'
import { readTranslations } from '#server/kernel/base/translations.ts'
import { robotChannel } from '#server/modules/ai-records/steps/place-call.ts'
import { customerApp } from '#server/modules/customers/steps/customer-app.ts'
import { diallerChannel } from '#server/modules/lines/steps.ts'
import { ruleEngine } from '#server/modules/loans/steps/decisions.ts'
import { lateJob } from '#server/modules/loans/steps/overdue.ts'
import { paymentChannel } from '#server/modules/payments/steps/links.ts'
import { payoutChannel } from '#server/modules/payouts/steps.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { test } from '#tests/support/server.ts'

/** Whoever the log names that is no member of staff. */
const machines = [customerApp, diallerChannel, robotChannel, paymentChannel, payoutChannel, ruleEngine, lateJob]

test('whoever acts and is no member of staff is called so in every language', () => {
  const words = readTranslations()

  const unnamed = languages.flatMap((language) =>
    machines.filter((name) => words.t(language, `audit.actor.${name}`) === `audit.actor.${name}`),
  )

  expect(unnamed).toEqual([])
})

test('a file of the log names them in the words of whoever takes it', async ({ raw, server, tokenOf }) => {
  await server.app.database.query(
    `insert into audit (at, actor_name, unit_path, roles, command, risk, noun, object_id, outcome, request_id, duration_ms)
     values ('2026-03-10T05:00:00Z', $1, '', '{}', 'payouts.result', 'write', 'loans', 'LN1', 'done', 'r', 1)`,
    [payoutChannel],
  )
  const body = JSON.stringify({ proof: demoPassword })
  await raw('POST /session/prove', { who: 'admin', body, headers: { 'content-type': 'application/json' } })
  const taken = async (language: string) => {
    const headers = { authentication: await tokenOf('admin'), 'accept-language': language }
    return (await fetch(`${server.url}/api/export/operate-log?q=command:payouts.result`, { headers })).text()
  }

  expect(await taken('en')).toContain('Payout channel')
  expect(await taken('zh-CN')).toContain('放款渠道')
})
