import { lazy, Suspense, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { loadPart } from '#src/call/part.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { useSession } from '#src/session/session.ts'
import { useSettings } from '#src/shell/settings.ts'
import { globalBindings, rowBindings } from './bindings.ts'
import { custom } from './bound.ts'
import panel from './CommandKeys.module.css'
import { Help } from './Help.tsx'
import { alternatives } from './help.ts'
import { loadHistory, tellAtEnd } from './history.ts'
import { mac, startKeyboard, useKeys, useWaiting } from './keyboard.ts'
import { show } from './keys/show.ts'
import { useLink } from './link.ts'
import { loadMacros } from './macros.ts'
import { loadKeys } from './my-keys.ts'
import { Palette } from './Palette.tsx'
import { usePanel } from './panels.ts'
import { warm } from './registry.ts'
import { scene } from './scene.ts'

const loadMyKeys = loadPart(() => import('./MyKeys.tsx'))
const loadMacroPanel = loadPart(() => import('./Macros.tsx'))
const Macros = lazy(async () => ({ default: (await loadMacroPanel()).Macros }))
const MyKeys = lazy(async () => ({ default: (await loadMyKeys()).MyKeys }))

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
  const { list } = useSnapshot(scene)
  useSnapshot(custom)
  const noun = list?.noun ?? null
  const panelOpen = usePanel()
  useEffect(startKeyboard, [])
  useEffect(tellAtEnd, [])
  useEffect(() => {
    if (!user?.userId) return
    void loadHistory()
    void loadKeys()
    void loadMacros()
  }, [user?.userId])
  // made anew for another language and for other rights
  const anew = `${speaks} ${supportPinyinSearch} ${[...granted].join()}`
  useEffect(() => (anew ? warm(supportPinyinSearch) : undefined), [anew, supportPinyinSearch])
  useLink()
  useKeys('grid', rowBindings(noun), { active: noun !== null, follows: true })
  useKeys('global', globalBindings())
  return (
    <>
      <Palette />
      <Waiting />
      <Help />
      <Suspense>
        {panelOpen === 'keys' && <MyKeys />}
        {panelOpen === 'macros' && <Macros />}
      </Suspense>
    </>
  )
}
