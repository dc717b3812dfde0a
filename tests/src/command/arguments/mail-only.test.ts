import { afterEach, expect, test } from 'vitest'
import { add, edit } from '#commands/report-schedules.ts'
import type { SessionUser } from '#contract/session.ts'
import { argumentsOf } from '#src/command/arguments/argument.ts'
import type { Command } from '#src/command/command.ts'
import { currentSession } from '#src/session/base/session.ts'

const offered = (command: Command, mail: boolean) => {
  currentSession.user = { mail } as unknown as SessionUser // what is asked of it
  return argumentsOf(command).find(({ name }) => name === 'delivery')?.field.choices
}

afterEach(() => {
  currentSession.user = null
})

test('mail is offered only where the installation sends some', () => {
  for (const command of [add, edit]) {
    expect(offered(command, true)).toEqual(['centre', 'mail'])
    expect(offered(command, false)).toEqual(['centre'])
  }
})
