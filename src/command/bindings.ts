import { navigate } from 'wouter/use-browser-location'
import { hrefOf } from '#src/shell/tabs.ts'
import { keysOf } from './bound.ts'
import type { Command } from './define.ts'
import { begin } from './executor.ts'
import { openHelp } from './help-state.ts'
import { note } from './history.ts'
import { globalKeys } from './keys/global-keys.ts'
import type { Binding } from './keys/layers.ts'
import { openPalette } from './open.ts'
import { close, palette } from './palette.ts'
import { allowed, destinations } from './registry.ts'
import { repeatLast } from './repeat.ts'
import { scene } from './scene.ts'
import { undoLast } from './undo.ts'

const bindingOf = (command: Command): Binding[] =>
  command.keys ? [{ id: command.id, keys: command.keys, run: () => void begin(command) }] : []

const waits = (): boolean => scene.list?.keys?.waits() ?? false

/** The keys of commands on rows of a noun. */
export const rowBindings = (noun: string | null): Binding[] =>
  allowed()
    .filter(({ rows }) => noun !== null && rows?.noun === noun)
    .flatMap(bindingOf)
    .map((binding) => ({ ...binding, waits }))

const goings = (): Binding[] =>
  destinations().flatMap(({ id, path }) => {
    const go = () => {
      note(id)
      navigate(hrefOf(path))
    }
    return keysOf(id).map((keys) => ({ id, keys, run: go }))
  })

type GlobalKey = keyof typeof globalKeys
const acts: Readonly<Record<GlobalKey, () => void>> = {
  'command.open': () => (palette.open ? close() : openPalette()),
  'command.pages': () => openPalette(':'),
  'command.keys': openHelp,
  'command.repeat': repeatLast,
  'command.undo': () => void undoLast(),
}
const ofConsole = (): Binding[] =>
  (Object.entries(globalKeys) as [GlobalKey, readonly Binding['keys'][]][]) // the entries of a table
    .flatMap(([id, all]) => all.map((keys) => ({ id, keys, run: acts[id] })))

/** The keys that are heard on every page: of commands on no row, of pages, of the console itself. */
export const globalBindings = (): Binding[] => [
  ...allowed()
    .filter(({ rows }) => rows === null)
    .flatMap(bindingOf),
  ...goings(),
  ...ofConsole(),
]
