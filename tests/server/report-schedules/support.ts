import { randomUUID } from 'node:crypto'
import type { Input } from '#contract/kernel/endpoint.ts'
import type { ReportRun, ReportSchedule, reportSchedules } from '#contract/report-schedules.ts'
import { sendReports } from '#server/modules/report-schedules/send.ts'
import { restaffing } from '#tests/support/restaffing.ts'
import type { Account, World } from '#tests/support/server.ts'

type Added = Input<typeof reportSchedules.add>
/** What is to be sent, by its id. */
export const exportable = (id: string) => id as Added['content']
type Asked = Partial<Added> & Pick<Added, 'content'>

interface Sending {
  /** Has somebody get something daily at eight, unless a test says otherwise. */
  schedule: (who: Account, asked: Asked) => Promise<ReportSchedule>
  /** Has everything sent that is due at a moment. */
  sendAt: (iso: string) => Promise<Awaited<ReturnType<typeof sendReports>>>
  /** What became of the files that somebody hears of, the newest first. */
  runsOf: (who: Account) => Promise<readonly ReportRun[]>
  /** The file of a run, fetched by whom it is for. */
  fileOf: (run: ReportRun, who: Account) => Promise<Response>
  /** The lines of a CSV without its head. */
  linesOf: (run: ReportRun, who: Account) => Promise<readonly string[]>
}

export const fileId = ({ id }: Pick<ReportRun, 'id'>): string => `EX-${id}`

const fetchFile = async (run: ReportRun, who: Account, { server, tokenOf }: Pick<World, 'server' | 'tokenOf'>) =>
  fetch(`${server.url}/api/exports/${fileId(run)}/download`, { headers: { authentication: await tokenOf(who) } })

/** `test` with what sends reports. */
export const test = restaffing.extend<Sending>({
  schedule: async ({ as }, use) => {
    await use(async (who, asked) => {
      const usual = { title: 'Morning', frequency: 'daily', time: '08:00', format: 'csv', query: '' } as const
      const { id } = await as(who, { idempotencyKey: randomUUID() }).reportSchedules.add({
        ...usual,
        ...asked,
      } as never)
      const { rows } = await as(who).reportSchedules.list({ q: `id:${id}` })
      return rows[0]!
    })
  },
  sendAt: async ({ server, clock }, use) => {
    await use(async (iso) => {
      clock.set(iso)
      await server.app.database.query('update sessions set started_at = $1, renewed_at = $1, last_seen_at = $1', [iso])
      return sendReports(server.app)
    })
  },
  runsOf: async ({ as }, use) => {
    await use(async (who) => (await as(who).reportSchedules.runs({ q: '' })).rows)
  },
  fileOf: async ({ server, tokenOf }, use) => use((run, who) => fetchFile(run, who, { server, tokenOf })),
  linesOf: async ({ server, tokenOf }, use) => {
    await use(async (run, who) => {
      const text = await (await fetchFile(run, who, { server, tokenOf })).text()
      return text.trim().split('\n').slice(1)
    })
  },
})
