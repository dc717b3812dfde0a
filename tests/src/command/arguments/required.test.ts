import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { commands } from '#src/catalogue.ts'
import { argumentsOf } from '#src/command/arguments/argument.ts'

/** What the specification requires of what administrators add, by the names of our calls. Source: specification, section 5. */
const required = {
  'staff.add': ['account', 'name', 'password', 'roleId', 'phone', 'state'],
  'parameters.add': ['number', 'id', 'name', 'value'],
  'dictionaries.add': ['code', 'name', 'sort', 'parent'],
  'jobs.add': ['identifier', 'name', 'jobClass', 'cycle'],
} as const

/** The fields that a call refuses when it is given nothing, or nothing but blanks. */
const refusedFields = ({ input }: Endpoint, blank: string | null | undefined): ReadonlySet<string> => {
  const given = Object.fromEntries(Object.keys(input.shape).map((name) => [name, blank]))
  return new Set(input.safeParse(given).error?.issues.map(({ path }) => String(path[0])))
}

test.for(Object.entries(required))('the form of %s asks for all that its call requires', ([id, names]) => {
  const command = commands.find((one) => one.id === id)!
  const asked = argumentsOf(command)
  const { endpoint } = command.call!

  for (const name of names) {
    expect(asked.find((one) => one.name === name)?.prompt.optional ?? false, name).toBe(false)
    expect(asked.map((one) => one.name)).toContain(name)
    expect([...refusedFields(endpoint, undefined)]).toContain(name)
    expect([...refusedFields(endpoint, '')]).toContain(name)
  }
})

test('what a form may leave out its call does without, or takes as null', () => {
  const differing = commands.flatMap((command) => {
    if (!command.call || command.rows) return []
    const [left, none] = [undefined, null].map((blank) => refusedFields(command.call!.endpoint, blank)) // as just asked
    return argumentsOf(command).flatMap(({ name, prompt }) =>
      prompt.optional && left!.has(name) && none!.has(name) ? [`${command.id}: ${name}`] : [],
    )
  })

  expect(differing).toEqual([])
})
