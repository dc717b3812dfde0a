import type { Endpoint, Input } from '#contract/kernel/endpoint.ts'
import { reportSchedules } from '#contract/report-schedules.ts'
import { commandOf } from '#src/command/registry.ts'
import { may } from '#src/session/base/session.ts'
import { startCommand } from './executor.ts'

/** Whether whoever is signed in may have a list or a report sent by itself. */
export const maySchedule = ({ export: file }: { readonly export?: Endpoint | undefined }): boolean =>
  file !== undefined && !file.stepUp && may(file.requires) && may(reportSchedules.add.requires)

/** Draft of a schedule: what its form opens with. */
type ScheduleDraft = Pick<Input<typeof reportSchedules.add>, 'title' | 'query' | 'shape' | 'condition'> & {
  readonly content: string
  /** What the list or the report is called, where it is not called as the schedule is. */
  readonly name?: string
}

/** Opens the form of a schedule, filled in with what is on the screen; of an alert, where it has a condition. */
export function startSchedule({
  content,
  title,
  name = title,
  query = '',
  shape = {},
  condition = '',
}: ScheduleDraft): void {
  const command = commandOf(reportSchedules.add.id)
  if (!command?.call) return
  const filled = { ...command, call: { ...command.call, fill: { shape } } }
  void startCommand(filled, {
    args: { content, frequency: 'daily', format: 'xlsx', delivery: 'centre' },
    names: { content: name },
    initialTexts: { title, query, condition, time: '08:00' },
  })
}
