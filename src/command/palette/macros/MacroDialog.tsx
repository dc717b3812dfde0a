import { type FormEvent, useState } from 'react'
import { useSnapshot } from 'valtio'
import { type Macro, stepsMax } from '#contract/macros.ts'
import { argumentsOf } from '#src/command/arguments/argument.ts'
import { closeDialog } from '#src/command/dialog.ts'
import { commandOf } from '#src/command/registry.ts'
import { copyAddress } from '#src/command/run/console-api.ts'
import { commandHistory, describeArguments, type HistoryEntry } from '#src/command/run/history.ts'
import { useText } from '#src/locale/text.ts'
import { currentSession } from '#src/session/base/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmButton } from '#src/ui/ConfirmButton.tsx'
import { Dialog, DialogButtons } from '#src/ui/overlay/Dialog.tsx'
import styles from './MacroDialog.module.css'
import {
  describeMacro,
  isPlaceholderByDefault,
  macroState,
  macroStepOf,
  recordableEntries,
  removeMacro,
  replayMacro,
  saveMacro,
} from './macros.ts'

/** A macro with what can be done with it. */
function SavedMacro({ macro }: { macro: Macro }) {
  const { say } = useText()
  const own = macro.maker.id === currentSession.user?.userId
  const run = () => {
    closeDialog()
    void replayMacro(macro)
  }
  return (
    <li className={styles.line}>
      <span className={styles.name}>
        {macro.name}
        <small>
          {describeMacro(macro)}
          {!own && ` · ${say('macros.of', { maker: macro.maker.name })}`}
        </small>
      </span>
      <Button tone="quiet" onClick={run}>
        {say('macros.replay')}
      </Button>
      <Button tone="quiet" onClick={() => void copyAddress(`?macro=${macro.id}`)}>
        {say('macros.copyLink')}
      </Button>
      {own && (
        <ConfirmButton label={`${say('macros.remove')}: ${macro.name}`} onConfirm={() => void removeMacro(macro)}>
          {say('macros.remove')}
        </ConfirmButton>
      )}
    </li>
  )
}

/** What was chosen of the past: the entries, and of each the arguments that are asked for every time. */
type Selection = ReadonlyMap<HistoryEntry, ReadonlySet<string>>

const defaultHoles = (done: HistoryEntry): ReadonlySet<string> =>
  new Set(argumentsOf(commandOf(done.id)!).flatMap((one) => (isPlaceholderByDefault(one) ? [one.name] : []))) // recordable only

interface StepChoiceProps {
  readonly done: HistoryEntry
  readonly holes: ReadonlySet<string> | undefined
  onChange(holes: ReadonlySet<string> | undefined): void
}

/** Something that was done: whether it is a step, and which of its arguments are asked for each time. */
function StepChoice({ done, holes, onChange }: StepChoiceProps) {
  const { say } = useText()
  const given = argumentsOf(commandOf(done.id)!).filter(({ name, secret }) => !secret && name in done.args)
  const flip = (name: string) => {
    const next = new Set(holes)
    if (!next.delete(name)) next.add(name)
    onChange(next)
  }
  return (
    <li className={styles.line}>
      <label className={styles.name}>
        <span>
          <input
            type="checkbox"
            checked={holes !== undefined}
            onChange={({ target }) => onChange(target.checked ? defaultHoles(done) : undefined)}
          />{' '}
          {say(done.id)}
        </span>
        <small>{describeArguments(done).join(' · ')}</small>
      </label>
      {holes &&
        given.map(({ name, label }) => (
          <label key={name}>
            <input type="checkbox" checked={holes.has(name)} onChange={() => flip(name)} />{' '}
            {say('macros.hole', { name: say(label) })}
          </label>
        ))}
    </li>
  )
}

/** What was done lately, of which some becomes a macro: in the order it was done. */
function Recorder() {
  const { say } = useText()
  const [past] = useState(() => recordableEntries(commandHistory.entries).slice(0, stepsMax))
  const [chosen, setChosen] = useState<Selection>(new Map())
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const change = (done: HistoryEntry) => (holes: ReadonlySet<string> | undefined) => {
    const next = new Map(chosen)
    next.delete(done)
    setChosen(holes ? next.set(done, holes) : next)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const steps = [...chosen].toSorted(([a], [b]) => a.at - b.at).map(([done, holes]) => macroStepOf(done, holes))
    if (await saveMacro({ name: name.trim(), steps, shared })) setChosen(new Map())
  }
  if (past.length === 0) return <p>{say('macros.nothingDone')}</p>
  return (
    <form className={styles.record} onSubmit={(event) => void save(event)}>
      <ul className={styles.lines}>
        {past.map((done) => (
          <StepChoice key={done.at} done={done} holes={chosen.get(done)} onChange={change(done)} />
        ))}
      </ul>
      <div className={styles.saving}>
        <label>
          {say('macros.name')} <input value={name} maxLength={60} onChange={({ target }) => setName(target.value)} />
        </label>
        <label>
          <input type="checkbox" checked={shared} onChange={({ target }) => setShared(target.checked)} />{' '}
          {say('macros.shared')}
        </label>
        <Button type="submit" tone="accent" disabled={chosen.size === 0 || name.trim() === ''}>
          {say('macros.save')}
        </Button>
      </div>
    </form>
  )
}

/** Commands that were recorded to be run again, and how to record some. */
export function MacroDialog() {
  const { say } = useText()
  useSnapshot(macroState as { all: object }) // only whether they change
  const { all } = macroState
  return (
    <Dialog wide title={say('macros.open')} description={say('macros.how')} onClose={closeDialog}>
      {all.length === 0 ? (
        <p>{say('macros.none')}</p>
      ) : (
        <ul className={styles.lines}>
          {all.map((macro) => (
            <SavedMacro key={macro.id} macro={macro} />
          ))}
        </ul>
      )}
      <h3>{say('macros.record')}</h3>
      <Recorder />
      <DialogButtons>
        <Button onClick={closeDialog}>{say('command.close')}</Button>
      </DialogButtons>
    </Dialog>
  )
}
