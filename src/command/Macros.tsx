import { type FormEvent, useState } from 'react'
import { useSnapshot } from 'valtio'
import { type Macro, stepsMax } from '#contract/macros.ts'
import { useText } from '#src/locale/text.ts'
import { session } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogButtons } from '#src/ui/Dialog.tsx'
import { argumentsOf } from './argument.ts'
import { type Done, history, saidOf } from './history.ts'
import { copyAddress } from './link.ts'
import styles from './Macros.module.css'
import { isHole, macros, recordable, removeMacro, replay, saidOfMacro, saveMacro, stepOf } from './macros.ts'
import { closePanel } from './panels.ts'
import { commandOf } from './registry.ts'

/** Throws a macro away, when it was asked twice. */
function Remove({ macro }: { macro: Macro }) {
  const { say } = useText()
  const [asking, setAsking] = useState(false)
  const remove = `${say('macros.remove')}: ${macro.name}`
  if (!asking) {
    return (
      <Button tone="quiet" aria-label={remove} onClick={() => setAsking(true)}>
        {say('macros.remove')}
      </Button>
    )
  }
  return (
    <>
      <Button autoFocus onClick={() => setAsking(false)}>
        {say('command.cancel')}
      </Button>
      <Button tone="bad" aria-label={remove} onClick={() => void removeMacro(macro)}>
        {say('macros.remove')}
      </Button>
    </>
  )
}

/** A macro with what can be done with it. */
function Kept({ macro }: { macro: Macro }) {
  const { say } = useText()
  const own = macro.maker.id === session.user?.userId
  const run = () => {
    closePanel()
    void replay(macro)
  }
  return (
    <li className={styles.line}>
      <span className={styles.name}>
        {macro.name}
        <small>
          {saidOfMacro(macro)}
          {!own && ` · ${say('macros.of', { maker: macro.maker.name })}`}
        </small>
      </span>
      <Button tone="quiet" onClick={run}>
        {say('macros.replay')}
      </Button>
      <Button tone="quiet" onClick={() => void copyAddress(`?macro=${macro.id}`)}>
        {say('macros.copyLink')}
      </Button>
      {own && <Remove macro={macro} />}
    </li>
  )
}

/** What was chosen of the past: the entries, and of each the arguments that are asked for every time. */
type Chosen = ReadonlyMap<Done, ReadonlySet<string>>

const holesOf = (done: Done): ReadonlySet<string> =>
  new Set(argumentsOf(commandOf(done.id)!).flatMap((one) => (isHole(one) ? [one.name] : []))) // recordable only

interface PickProps {
  readonly done: Done
  readonly holes: ReadonlySet<string> | undefined
  onChange(holes: ReadonlySet<string> | undefined): void
}

/** Something that was done: whether it is a step, and which of its arguments are asked for each time. */
function Pick({ done, holes, onChange }: PickProps) {
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
            onChange={({ target }) => onChange(target.checked ? holesOf(done) : undefined)}
          />{' '}
          {say(done.id)}
        </span>
        <small>{saidOf(done).join(' · ')}</small>
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
function Record() {
  const { say } = useText()
  const [past] = useState(() => recordable(history.past).slice(0, stepsMax))
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const change = (done: Done) => (holes: ReadonlySet<string> | undefined) => {
    const next = new Map(chosen)
    next.delete(done)
    setChosen(holes ? next.set(done, holes) : next)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const steps = [...chosen].toSorted(([a], [b]) => a.at - b.at).map(([done, holes]) => stepOf(done, holes))
    if (await saveMacro({ name: name.trim(), steps, shared })) setChosen(new Map())
  }
  if (past.length === 0) return <p>{say('macros.nothingDone')}</p>
  return (
    <form className={styles.record} onSubmit={(event) => void save(event)}>
      <ul className={styles.lines}>
        {past.map((done) => (
          <Pick key={done.at} done={done} holes={chosen.get(done)} onChange={change(done)} />
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
export function Macros() {
  const { say } = useText()
  useSnapshot(macros as { all: object }) // only whether they change
  const { all } = macros
  return (
    <Dialog wide title={say('macros.open')} description={say('macros.how')} onClose={closePanel}>
      {all.length === 0 ? (
        <p>{say('macros.none')}</p>
      ) : (
        <ul className={styles.lines}>
          {all.map((macro) => (
            <Kept key={macro.id} macro={macro} />
          ))}
        </ul>
      )}
      <h3>{say('macros.record')}</h3>
      <Record />
      <DialogButtons>
        <Button onClick={closePanel}>{say('command.close')}</Button>
      </DialogButtons>
    </Dialog>
  )
}
