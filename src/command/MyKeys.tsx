import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { save } from '#src/call/download.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogButtons } from '#src/ui/Dialog.tsx'
import { toast } from '#src/ui/toast.ts'
import { custom, keysOf } from './bound.ts'
import { mac } from './keyboard.ts'
import type { Clash } from './keys/clashes.ts'
import { parse } from './keys/keys.ts'
import { show } from './keys/show.ts'
import styles from './MyKeys.module.css'
import { changeable, exported, imported, isChanged, rebind, resetKeys, setBare, take } from './my-keys.ts'
import { closePanel } from './panels.ts'
import { Keycaps } from './Row.tsx'
import { fold } from './search/fold.ts'

type Say = ReturnType<typeof useText>['say']

/** What a clash is, naming what has the keys already. */
function saidOf({ why, keys, ids }: Clash, id: string, say: Say): string {
  const other = ids.find((one) => one !== id) ?? id
  return say(`command.clash.${why}`, { keys: show(keys, mac), other: say(other) })
}

interface EditProps {
  readonly id: string
  onDone(): void
}

/** The keys of one thing, written as they stand on the keyboard, commas between them. */
function Edit({ id, onDone }: EditProps) {
  const { say } = useText()
  const [typed, setTyped] = useState(keysOf(id).join(', '))
  const [problem, setProblem] = useState('')
  const line = useRef<HTMLInputElement>(null)
  // it takes the place of the button that was pressed
  useEffect(() => line.current?.focus(), [])
  const keep = async (event: FormEvent) => {
    event.preventDefault()
    const parts = typed.split(/,(?=\s|$)/).map((part) => part.trim())
    const read = parts.filter(Boolean).map((part) => [part, parse(part)] as const)
    const wrong = read.find(([, keys]) => !keys)
    if (wrong) return setProblem(say('command.noShortcut', { typed: wrong[0] }))
    const [clash] = await rebind(
      id,
      read.flatMap(([, keys]) => keys ?? []),
    )
    if (clash) setProblem(saidOf(clash, id, say))
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
function Line({ id }: { id: string }) {
  const { say } = useText()
  const [editing, setEditing] = useState(false)
  const reset = async () => {
    const [clash] = await resetKeys(id)
    if (clash) toast('warn', saidOf(clash, id, say))
  }
  return (
    <li className={styles.line} data-changed={isChanged(id) || undefined}>
      <span>{say(id)}</span>
      {editing ? (
        <Edit id={id} onDone={() => setEditing(false)} />
      ) : (
        <>
          <span className={styles.keys}>
            {keysOf(id).map((keys) => (
              <Keycaps key={keys} keys={show(keys, mac)} />
            ))}
          </span>
          <Button tone="quiet" aria-label={say('command.keysFor', { title: say(id) })} onClick={() => setEditing(true)}>
            {say('command.changeKeys')}
          </Button>
          {isChanged(id) && (
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
const download = (): void => save(new Blob([exported()], { type: 'application/json' }), 'lendline-keys.json')

/** Everything about all keys at once: to a file, from a file, as they were. */
function Together() {
  const { say } = useText()
  const file = useRef<HTMLInputElement>(null)
  const load = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const read = imported((await target.files?.[0]?.text()) ?? '')
    target.value = ''
    if (!read) return toast('warn', say('command.noKeyFile'))
    const [clash] = read.clashes
    if (clash) return toast('warn', saidOf(clash, clash.ids[0]!, say))
    if (await take(read)) toast('good', say('command.keysTaken'))
  }
  return (
    <DialogButtons>
      <input ref={file} type="file" accept="application/json" hidden onChange={(event) => void load(event)} />
      <Button onClick={() => void resetKeys()}>{say('command.resetAllKeys')}</Button>
      <Button onClick={() => file.current?.click()}>{say('command.importKeys')}</Button>
      <Button onClick={download}>{say('command.exportKeys')}</Button>
      <Button tone="accent" onClick={closePanel}>
        {say('command.close')}
      </Button>
    </DialogButtons>
  )
}

/** The keys of everything, as this person has them: changed, put back, taken along. */
export function MyKeys() {
  const { say } = useText()
  const { bare } = useSnapshot(custom)
  const [looked, setLooked] = useState('')
  const ids = changeable().filter((id) => fold(`${say(id)} ${keysOf(id).join(' ')}`).includes(fold(looked)))
  return (
    <Dialog wide title={say('keys.open')} description={say('command.keysHow')} onClose={closePanel}>
      <label className={styles.bare}>
        <input type="checkbox" checked={bare} onChange={({ target }) => void setBare(target.checked)} />
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
          <Line key={id} id={id} />
        ))}
      </ul>
      <Together />
    </Dialog>
  )
}
