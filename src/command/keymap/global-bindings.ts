import { navigate } from 'wouter/use-browser-location'
import { isListLoading } from '#src/command/active-list.ts'
import type { Command } from '#src/command/command.ts'
import { allowedCommands, destinations } from '#src/command/registry.ts'
import { startCommand } from '#src/command/run/executor.ts'
import { openHelp } from '#src/command/run/help-state.ts'
import { recordUse } from '#src/command/run/history.ts'
import { openPalette, togglePalette } from '#src/command/run/palette-state.ts'
import { repeatLast } from '#src/command/run/repeat-last.ts'
import { undoLast } from '#src/command/run/undo.ts'
import { shortcutsOf } from '#src/command/shortcuts.ts'
import { globalKeys } from '#src/keyboard/default-shortcuts.ts'
import type { KeyBinding } from '#src/keyboard/layers.ts'
import { hrefOf } from '#src/session/tabs.ts'

const commandBinding = (command: Command): KeyBinding[] =>
  command.keys ? [{ id: command.id, keys: command.keys, run: () => void startCommand(command) }] : []

/** The keys of commands on rows of these nouns; where two have the same key, the first noun keeps it. */
export const rowCommandBindings = (nouns: readonly string[]): KeyBinding[] =>
  // of bindings with the same key the last one is heard
  [...new Set(nouns)]
    .reverse()
    .flatMap((noun) => allowedCommands().filter(({ rows }) => rows?.noun === noun))
    .flatMap(commandBinding)
    .map((binding) => ({ ...binding, isLoading: isListLoading }))

const pageBindings = (): KeyBinding[] =>
  destinations().flatMap(({ id, path }) => {
    const go = () => {
      recordUse(id)
      navigate(hrefOf(path))
    }
    return shortcutsOf(id).map((keys) => ({ id, keys, run: go }))
  })

type GlobalKey = keyof typeof globalKeys
const consoleActions: Readonly<Record<GlobalKey, () => void>> = {
  'command.open': togglePalette,
  'command.pages': () => openPalette(':'),
  'command.keys': openHelp,
  'command.repeat': repeatLast,
  'command.undo': () => void undoLast(),
}
const consoleBindings = (): KeyBinding[] =>
  (Object.entries(globalKeys) as [GlobalKey, readonly KeyBinding['keys'][]][]) // the entries of a table
    .flatMap(([id, all]) => all.map((keys) => ({ id, keys, run: consoleActions[id] })))

/** The keys that are heard on every page: of commands on no row, of pages, of the console itself. */
export const globalBindings = (): KeyBinding[] => [
  ...allowedCommands()
    .filter(({ rows }) => rows === null)
    .flatMap(commandBinding),
  ...pageBindings(),
  ...consoleBindings(),
]
