import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { rightsOf } from '#contract/kernel/grants.ts'
import { root } from '#server/kernel/root.ts'
import { readWords } from '#server/kernel/words.ts'
import { grantsOf, type RoleMark } from '#server/seed/roles.ts'
import type { Command } from '#src/command/define.ts'
import type { Grid } from '#src/grid/define.ts'

const words = readWords()

async function commandsIn(file: string): Promise<readonly Command[]> {
  const found = (await import(`#commands/${file}`)) as Record<string, Command> // each export there is one
  return Object.values(found)
}
/** Every command of the console, as `src/catalogue.ts` gathers them for a build. */
const commands = (await Promise.all(readdirSync(join(root, 'commands')).map(commandsIn))).flat()

/** What a role can do with the rows of a list, in English. */
export function actsOn({ listing }: Grid, mark: RoleMark): readonly string[] {
  const { may } = rightsOf(grantsOf(mark))
  const fitting = commands.filter((command) => command.rows?.noun === listing.lists?.noun && may(command.may))
  return listing.lists ? fitting.map(({ id }) => words.say('en', id)) : []
}
