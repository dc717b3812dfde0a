import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { rightsOf } from '#contract/kernel/grants.ts'
import { root } from '#server/kernel/base/root.ts'
import { readTranslations } from '#server/kernel/base/translations.ts'
import { grantsOf, type RoleMark } from '#server/seed/roles.ts'
import type { Command } from '#src/command/command.ts'
import type { Grid } from '#src/grid/define.ts'

const words = readTranslations()

async function commandsIn(file: string): Promise<readonly Command[]> {
  const found = (await import(`#commands/${file}`)) as Record<string, Command> // each export there is one
  return Object.values(found)
}
/** Every command of the console, as `src/catalogue.ts` gathers them for a build. */
const commands = (
  await Promise.all(
    readdirSync(join(root, 'commands'))
      .filter((file) => file.endsWith('.ts'))
      .map(commandsIn),
  )
).flat()

/** What a role can do with the rows of a list, in English. */
export function commandTitlesFor({ listing }: Grid, mark: RoleMark): readonly string[] {
  const { may } = rightsOf(grantsOf(mark))
  const fitting = commands.filter((command) => command.rows?.noun === listing.lists?.noun && may(command.requires))
  return listing.lists ? fitting.map(({ id }) => words.t('en', id)) : []
}
