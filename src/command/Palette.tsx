import { Dialog } from 'radix-ui'
import { type RefObject, useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useText } from '#src/locale/text.ts'
import { Asking } from './Asking.tsx'
import { useKeys } from './keyboard.ts'
import styles from './Palette.module.css'
import { close, type Draft, palette, type Step } from './palette.ts'
import { Reviewing } from './Reviewing.tsx'
import { Searching } from './Searching.tsx'
import { useMeant } from './scene.ts'
import { Telling } from './Telling.tsx'

const draftOf = (step: Step): Draft | null => ('draft' in step ? step.draft : null)

/** What stands in front of the line: what it is for, which command, and what was given so far. */
function Chips({ step }: { step: Step }) {
  const { say } = useText()
  const meantNow = useMeant()
  const draft = draftOf(step)
  const meant = draft ? draft.meant : meantNow
  return (
    <>
      {meant && meant.count > 0 && (
        <span className={styles.chip}>
          {say(`command.rows`, { count: meant.count })}
          {meant.query ? ` · ${meant.query}` : ''}
        </span>
      )}
      {draft && <span className={styles.name}>{say(draft.command.id)}</span>}
      {draft &&
        Object.entries(draft.shown).map(
          ([name, shown]) =>
            shown && (
              <span key={name} className={styles.chip}>
                {shown}
              </span>
            ),
        )}
    </>
  )
}

/** The keys that work now, at the foot. */
function Foot({ step }: { step: Step }) {
  const { say } = useText()
  const hints = { search: 'command.hintsSearch', ask: 'command.hintsAsk', review: 'command.hintsReview' } as const
  const key = step.at === 'search' || step.at === 'ask' || step.at === 'review' ? hints[step.at] : null
  return <footer className={styles.foot}>{key && say(key)}</footer>
}

/** The line, with what stands in front of it. */
function Line({ step, line }: { step: Step; line: RefObject<HTMLInputElement | null> }) {
  const { say } = useText()
  const { text } = useSnapshot(palette)
  const typed = step.at === 'search' || step.at === 'ask'
  const label = step.at === 'ask' ? say(step.argument.label) : say('command.open')
  useEffect(() => {
    if (typed) line.current?.focus()
  }, [typed, line])
  return (
    <div className={styles.line}>
      <span className={styles.prompt} aria-hidden="true">
        ›
      </span>
      <Chips step={step} />
      {typed && (
        <input
          ref={line}
          className={styles.input}
          role="combobox"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-label={label}
          placeholder={step.at === 'ask' ? label : ''}
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={({ target }) => {
            palette.text = target.value
          }}
        />
      )}
    </div>
  )
}

/** What is under the line. */
function Body({ step, line }: { step: Step; line: RefObject<HTMLInputElement | null> }) {
  const { say } = useText()
  const { text } = useSnapshot(palette)
  const onText = (next: string) => {
    palette.text = next
  }
  switch (step.at) {
    case 'search':
      return <Searching text={text} line={line} onText={onText} />
    case 'ask':
      return <Asking draft={step.draft} argument={step.argument} text={text} line={line} onText={onText} />
    case 'review':
      return <Reviewing step={step} />
    case 'running':
      return (
        <p className={styles.running} role="status">
          {say('command.runs')}
        </p>
      )
    case 'outcome':
      return <Telling step={step} />
  }
}

/** The palette: where everything is found, asked, reviewed and told. */
export function Palette() {
  const { say } = useText()
  const { open, step, turn } = useSnapshot(palette) as typeof palette // ref keeps steps as they are
  const line = useRef<HTMLInputElement>(null)
  useKeys('palette', [], open)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.overlay} />
        <Dialog.Content
          className={styles.palette}
          aria-describedby={undefined}
          onEscapeKeyDown={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          <Dialog.Title className={styles.title}>{say('command.open')}</Dialog.Title>
          <Line step={step} line={line} />
          <Body key={step.at === 'ask' ? turn : step.at} step={step} line={line} />
          <Foot step={step} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
