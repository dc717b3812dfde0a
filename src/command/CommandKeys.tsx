import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { navigate } from 'wouter/use-browser-location'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { useSession } from '#src/session/session.ts'
import { useSettings } from '#src/shell/settings.ts'
import { custom, keysOf } from './bound.ts'
import panel from './CommandKeys.module.css'
import type { Command } from './define.ts'
import { begin } from './executor.ts'
import { Help } from './Help.tsx'
import { alternatives } from './help.ts'
import { openHelp } from './help-state.ts'
import { loadHistory, note } from './history.ts'
import { mac, startKeyboard, useKeys, useWaiting } from './keyboard.ts'
import { globalKeys } from './keys/global-keys.ts'
import type { Binding } from './keys/layers.ts'
import { show } from './keys/show.ts'
import { useLink } from './link.ts'
import { loadKeys } from './my-keys.ts'
import { openPalette } from './open.ts'
import { Palette } from './Palette.tsx'
import { close, palette } from './palette.ts'
import { allowed, destinations, warm } from './registry.ts'
import { repeatLast } from './repeat.ts'
import { scene } from './scene.ts'
import { undoLast } from './undo.ts'

const bindingOf = (command: Command): Binding[] =>
  command.keys ? [{ id: command.id, keys: command.keys, run: () => void begin(command) }] : []

const goings = (): Binding[] =>
  destinations().flatMap(({ id, path }) => {
    const go = () => {
      note(id)
      navigate(path)
    }
    return keysOf(id).map((keys) => ({ id, keys, run: go }))
  })

type GlobalKey = keyof typeof globalKeys
const globals: Readonly<Record<GlobalKey, () => void>> = {
  'command.open': () => (palette.open ? close() : openPalette()),
  'command.pages': () => openPalette(':'),
  'command.keys': openHelp,
  'command.repeat': repeatLast,
  'command.undo': () => void undoLast(),
}
const ofConsole = (): Binding[] =>
  (Object.entries(globalKeys) as [GlobalKey, readonly Binding['keys'][]][]) // the entries of a table
    .flatMap(([id, all]) => all.map((keys) => ({ id, keys, run: globals[id] })))

/** What may follow a key that waits for a second one, when somebody hesitates. */
function Waiting() {
  const { say } = useText()
  const waiting = useWaiting()
  if (!waiting) return null
  return (
    <div className={panel.panel} role="status">
      <p>{say('command.waiting', { key: waiting.step })}</p>
      <ul>
        {alternatives(waiting.next, say).map(({ id, title, keys }) => (
          <li key={id}>
            <kbd>{keys.map((one) => show(one, mac).split(' ').at(-1)).join(' ')}</kbd> {title}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The keys of every command, the palette, and what helps with both. Stands once, in the shell. */
export function CommandKeys() {
  const { user, granted } = useSession()
  const speaks = useLanguage()
  const { supportPinyinSearch } = useSettings()
  useSnapshot(scene)
  useSnapshot(custom)
  const noun = scene.list?.noun ?? null
  useEffect(startKeyboard, [])
  useEffect(() => {
    if (!user?.userId) return
    void loadHistory()
    void loadKeys()
  }, [user?.userId])
  // made anew for another language and for other rights
  const anew = `${speaks} ${supportPinyinSearch} ${[...granted].join()}`
  useEffect(() => (anew ? warm(supportPinyinSearch) : undefined), [anew, supportPinyinSearch])
  useLink()
  const mine = allowed()
  useKeys('grid', mine.filter(({ rows }) => rows?.noun === noun && noun !== null).flatMap(bindingOf), {
    active: noun !== null,
    follows: true,
  })
  useKeys('global', [...mine.filter(({ rows }) => rows === null).flatMap(bindingOf), ...goings(), ...ofConsole()])
  return (
    <>
      <Palette />
      <Waiting />
      <Help />
    </>
  )
}
