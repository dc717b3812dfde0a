import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from 'playwright/test'
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

/** What the menu of a row that is open offers; what cannot be done now is folded away in it, and unfolded. */
export async function namesInMenu(page: Page): Promise<readonly string[]> {
  const folded = page.getByRole('menuitem', { name: /^Not now/ })
  if (await folded.isVisible()) {
    await folded.press('Enter')
    await expect(page.getByRole('menu')).toHaveCount(2)
  }
  return page.getByRole('menuitem').locator('> span:first-child').allInnerTexts()
}
