import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { saveFile } from '#src/call/download.ts'
import { closeDialog } from '#src/command/dialog.ts'
import { foldText } from '#src/command/search/fold.ts'
import { shortcutsOf } from '#src/command/shortcuts.ts'
import { formatShortcut } from '#src/keyboard/format-shortcut.ts'
import { keyPreferences } from '#src/keyboard/key-overrides.ts'
import { isMac } from '#src/keyboard/keyboard.ts'
import { parseShortcut } from '#src/keyboard/shortcut.ts'
import type { ShortcutConflict } from '#src/keyboard/shortcut-conflicts.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import { Dialog, DialogButtons } from '#src/ui/overlay/Dialog.tsx'
import styles from './KeySettingsDialog.module.css'
import {
  allowedRebindableIds,
  applyKeyFile,
  exportKeySettings,
  isOverridden,
  parseKeyFile,
  rebindKeys,
  resetKeys,
  setCharacterKeys,
} from './key-settings.ts'

type Say = ReturnType<typeof useText>['say']

/** What a clash is, naming what has the keys already. */
function conflictText({ kind, keys, ids }: ShortcutConflict, id: string, say: Say): string {
  const other = ids.find((one) => one !== id) ?? id
  return say(`command.clash.${kind}`, { keys: formatShortcut(keys, isMac), other: say(other) })
}

interface ShortcutFormProps {
  readonly id: string
  onDone(): void
}

/** The keys of one thing, written as they stand on the keyboard, commas between them. */
function ShortcutForm({ id, onDone }: ShortcutFormProps) {
  const { say } = useText()
  const [typed, setTyped] = useState(shortcutsOf(id).join(', '))
  const [problem, setProblem] = useState('')
  const line = useRef<HTMLInputElement>(null)
  // it takes the place of the button that was pressed
  useEffect(() => line.current?.focus(), [])
  const keep = async (event: FormEvent) => {
    event.preventDefault()
    const parts = typed.split(/,(?=\s|$)/).map((part) => part.trim())
    const read = parts.filter(Boolean).map((part) => [part, parseShortcut(part)] as const)
    const wrong = read.find(([, keys]) => !keys)
    if (wrong) return setProblem(say('command.noShortcut', { typed: wrong[0] }))
    const [clash] = await rebindKeys(
      id,
      read.flatMap(([, keys]) => keys ?? []),
    )
    if (clash) setProblem(conflictText(clash, id, say))
    else onDone()
  }
  return (
    <form className={styles.edit} onSubmit={(event) => void keep(event)}>
      <input
        ref={line}
        aria-label={say('command.keysFor', { title: say(id) })}
        aria-invalid={problem !== '' || undefined}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" tone="accent">
        {say('command.keepKeys')}
      </Button>
      <Button onClick={onDone}>{say('command.cancel')}</Button>
      {problem && <p role="alert">{problem}</p>}
    </form>
  )
}

/** One thing with its keys, which can be changed and put back. */
function ShortcutRow({ id }: { id: string }) {
  const { say } = useText()
  const [editing, setEditing] = useState(false)
  const reset = async () => {
    const [clash] = await resetKeys(id)
    if (clash) toast('warn', conflictText(clash, id, say))
  }
  return (
    <li className={styles.line} data-changed={isOverridden(id) || undefined}>
      <span>{say(id)}</span>
      {editing ? (
        <ShortcutForm id={id} onDone={() => setEditing(false)} />
      ) : (
        <>
          <span className={styles.keys}>
            {shortcutsOf(id).map((keys) => (
              <Kbd key={keys} keys={keys} />
            ))}
          </span>
          <Button tone="quiet" aria-label={say('command.keysFor', { title: say(id) })} onClick={() => setEditing(true)}>
            {say('command.changeKeys')}
          </Button>
          {isOverridden(id) && (
            <Button tone="quiet" onClick={() => void reset()}>
              {say('command.resetKeys')}
            </Button>
          )}
        </>
      )}
    </li>
  )
}

/** Hands the keys that were changed to the browser as a file. */
const download = (): void =>
  saveFile(new Blob([exportKeySettings()], { type: 'application/json' }), 'lendline-keys.json')

/** Everything about all keys at once: to a file, from a file, as they were. */
function KeyFileButtons() {
  const { say } = useText()
  const file = useRef<HTMLInputElement>(null)
  const load = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const read = parseKeyFile((await target.files?.[0]?.text()) ?? '')
    target.value = ''
    if (!read) return toast('warn', say('command.noKeyFile'))
    const [clash] = read.clashes
    if (clash) return toast('warn', conflictText(clash, clash.ids[0]!, say))
    if (await applyKeyFile(read)) toast('good', say('command.keysTaken'))
  }
  return (
    <DialogButtons>
      <input ref={file} type="file" accept="application/json" hidden onChange={(event) => void load(event)} />
      <Button onClick={() => void resetKeys()}>{say('command.resetAllKeys')}</Button>
      <Button onClick={() => file.current?.click()}>{say('command.importKeys')}</Button>
      <Button onClick={download}>{say('command.exportKeys')}</Button>
      <Button tone="accent" onClick={closeDialog}>
        {say('command.close')}
      </Button>
    </DialogButtons>
  )
}

/** The keys of everything, as this person has them: changed, put back, taken along. */
export function KeySettingsDialog() {
  const { say } = useText()
  const { bare } = useSnapshot(keyPreferences)
  const [looked, setLooked] = useState('')
  const ids = allowedRebindableIds().filter((id) =>
    foldText(`${say(id)} ${shortcutsOf(id).join(' ')}`).includes(foldText(looked)),
  )
  return (
    <Dialog wide title={say('keys.open')} description={say('command.keysHow')} onClose={closeDialog}>
      <label className={styles.bare}>
        <input type="checkbox" checked={bare} onChange={({ target }) => void setCharacterKeys(target.checked)} />
        {say('command.bareKeys')}
      </label>
      <input
        className={styles.look}
        type="search"
        aria-label={say('command.lookForKeys')}
        placeholder={say('command.lookForKeys')}
        value={looked}
        onChange={({ target }) => setLooked(target.value)}
      />
      <ul className={styles.lines}>
        {ids.map((id) => (
          <ShortcutRow key={id} id={id} />
        ))}
      </ul>
      <KeyFileButtons />
    </Dialog>
  )
}
