import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { navigate } from 'wouter/use-browser-location'
import { useText } from '#src/locale/text.ts'
import { useSession } from '#src/session/session.ts'
import panel from './CommandKeys.module.css'
import type { Command } from './define.ts'
import { begin } from './executor.ts'
import { Help, openHelp } from './Help.tsx'
import { note } from './history.ts'
import { mac, startKeyboard, useKeys, useWaiting } from './keyboard.ts'
import type { Binding } from './keys/layers.ts'
import { show } from './keys/show.ts'
import { openPalette } from './open.ts'
import { Palette } from './Palette.tsx'
import { allowed, destinations, keysOf } from './registry.ts'
import { scene } from './scene.ts'

const bindingOf = (command: Command): Binding[] =>
  command.keys ? [{ id: command.id, keys: command.keys, run: () => begin(command) }] : []

const goings = (): Binding[] =>
  destinations().flatMap((destination) => {
    const keys = keysOf(destination)
    const go = () => {
      note(destination.id)
      navigate(destination.path)
    }
    return keys ? [{ id: destination.id, keys, run: go }] : []
  })

/** What may follow a key that waits for a second one, when somebody hesitates. */
function Waiting() {
  const { say } = useText()
  const waiting = useWaiting()
  if (!waiting) return null
  return (
    <div className={panel.panel} role="status">
      <p>{say('command.waiting', { key: waiting.step })}</p>
      <ul>
        {waiting.next.map(({ id, keys }) => (
          <li key={id + keys}>
            <kbd>{show(keys, mac).split(' ').at(-1)}</kbd> {say(id)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The keys of every command, the palette, and what helps with both. Stands once, in the shell. */
export function CommandKeys() {
  useSession()
  useSnapshot(scene)
  const noun = scene.list?.noun ?? null
  useEffect(startKeyboard, [])
  const ofRows = allowed().filter(({ rows }) => rows?.noun === noun && noun !== null)
  const ofAll = allowed().filter(({ rows }) => rows === null)
  useKeys('grid', ofRows.flatMap(bindingOf), noun !== null)
  useKeys('global', [
    ...ofAll.flatMap(bindingOf),
    ...goings(),
    { id: 'command.open', keys: 'mod+k', run: () => openPalette() },
    { id: 'command.pages', keys: ':', run: () => openPalette(':') },
    { id: 'command.keys', keys: '?', run: openHelp },
  ])
  return (
    <>
      <Palette />
      <Waiting />
      <Help />
    </>
  )
}
