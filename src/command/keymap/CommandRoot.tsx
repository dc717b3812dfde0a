import { lazy, Suspense, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { loadPart } from '#src/call/lazy-part.ts'
import { activePage } from '#src/command/active-list.ts'
import { useDialog } from '#src/command/dialog.ts'
import { useCommandLink } from '#src/command/palette/link.ts'
import { loadMacros } from '#src/command/palette/macros/macros.ts'
import { Palette } from '#src/command/palette/Palette.tsx'
import { prewarmSearch } from '#src/command/registry.ts'
import { flushOnPageHide, loadHistory } from '#src/command/run/history.ts'
import { formatShortcut } from '#src/keyboard/format-shortcut.ts'
import { keyPreferences } from '#src/keyboard/key-overrides.ts'
import { isMac, startKeyboard, useKeys, usePendingSequence } from '#src/keyboard/keyboard.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { useSession } from '#src/session/base/session.ts'
import { usePreferences } from '#src/session/preferences.ts'
import panel from './CommandRoot.module.css'
import { globalBindings, rowCommandBindings } from './global-bindings.ts'
import { groupBindings } from './group-bindings.ts'
import { loadKeySettings } from './key-settings.ts'
import { ShortcutHelp } from './ShortcutHelp.tsx'

const loadKeySettingsDialog = loadPart(() => import('./KeySettingsDialog.tsx'))
const loadMacroDialog = loadPart(() => import('#src/command/palette/macros/MacroDialog.tsx'))
const MacroDialog = lazy(async () => ({ default: (await loadMacroDialog()).MacroDialog }))
const KeySettingsDialog = lazy(async () => ({ default: (await loadKeySettingsDialog()).KeySettingsDialog }))

/** What may follow a key that waits for a second one, when somebody hesitates. */
function PendingSequencePanel() {
  const { say } = useText()
  const waiting = usePendingSequence()
  if (!waiting) return null
  return (
    <div className={panel.panel} role="status">
      <p>{say('command.waiting', { key: waiting.keystroke })}</p>
      <ul>
        {groupBindings(waiting.next, say).map(({ id, title, keys }) => (
          <li key={id}>
            <kbd>{keys.map((one) => formatShortcut(one, isMac).split(' ').at(-1)).join(' ')}</kbd> {title}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The keys of every command, the palette, and what helps with both. Stands once, in the shell. */
export function CommandRoot() {
  const { user, granted } = useSession()
  const speaks = useLanguage()
  const { supportPinyinSearch } = usePreferences()
  const { list, beside } = useSnapshot(activePage)
  useSnapshot(keyPreferences)
  const nouns = list ? [list, ...beside].map(({ noun }) => noun) : []
  const openDialog = useDialog()
  useEffect(startKeyboard, [])
  useEffect(flushOnPageHide, [])
  useEffect(() => {
    if (!user?.userId) return
    void loadHistory()
    void loadKeySettings()
    void loadMacros()
  }, [user?.userId])
  // made anew for another language and for other rights
  const anew = `${speaks} ${supportPinyinSearch} ${[...granted].join()}`
  useEffect(() => (anew ? prewarmSearch(supportPinyinSearch) : undefined), [anew, supportPinyinSearch])
  useCommandLink()
  useKeys('grid', rowCommandBindings(nouns), { active: nouns.length > 0, secondary: true })
  useKeys('global', globalBindings())
  return (
    <>
      <Palette />
      <PendingSequencePanel />
      <ShortcutHelp />
      <Suspense>
        {openDialog === 'keys' && <KeySettingsDialog />}
        {openDialog === 'macros' && <MacroDialog />}
      </Suspense>
    </>
  )
}
