import { Dialog } from 'radix-ui'
import { type ClipboardEvent, type RefObject, useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useText } from '#src/locale/text.ts'
import { Asking } from './Asking.tsx'
import { AskingFile } from './AskingFile.tsx'
import { Foot } from './Foot.tsx'
import { useKeys } from './keyboard.ts'
import styles from './Palette.module.css'
import { close, type Draft, giveBack, palette, type Step } from './palette.ts'
import { Reviewing } from './Reviewing.tsx'
import { Searching } from './Searching.tsx'
import { shownArguments } from './saying.ts'
import { useMeant } from './scene.ts'
import { Telling } from './Telling.tsx'
import { Unanswered } from './Unanswered.tsx'
import { Why } from './Why.tsx'

const draftOf = (step: Step): Draft | null => ('draft' in step ? step.draft : null)

/** What stands in front of the line: what it is for, which command, and what was given so far. */
function Chips({ step }: { step: Step }) {
  const { say } = useText()
  const meantNow = useMeant()
  const draft = draftOf(step)
  const about = step.at === 'search' ? step.about : null
  const meant = draft ? draft.meant : (about ?? meantNow)
  const only = meant?.count === 1 ? meant.known[0] : undefined
  return (
    <>
      {meant && meant.count > 0 && (
        <span className={styles.chip}>
          {only?.id ?? say(`command.rows`, { count: meant.count })}
          {meant.query ? ` · ${meant.query}` : ''}
        </span>
      )}
      {draft && <span className={styles.name}>{say(draft.command.id)}</span>}
      {draft &&
        shownArguments(draft.command, draft.args, draft.names).map(
          ({ argument: { name }, text }) =>
            text && (
              <span key={name} className={styles.chip}>
                {text}
              </span>
            ),
        )}
    </>
  )
}

/** A line has no lines: what is pasted from a column of a sheet keeps its parts apart. */
function pasteLines(event: ClipboardEvent<HTMLInputElement>): void {
  const text = event.clipboardData.getData('text')
  if (!/[\r\n\t]/.test(text.trim())) return
  event.preventDefault()
  const { selectionStart, selectionEnd, value } = event.currentTarget
  const parts = text.trim().replace(/\s+/g, ' ')
  palette.text = value.slice(0, selectionStart ?? 0) + parts + value.slice(selectionEnd ?? value.length)
}

interface LineProps {
  readonly step: Step
  readonly line: RefObject<HTMLInputElement | null>
}

/** The line, with what stands in front of it. */
function Line({ step, line }: LineProps) {
  const { say } = useText()
  const { text, turn } = useSnapshot(palette)
  const typed = step.at === 'search' || (step.at === 'ask' && !step.argument.file)
  const asks = step.at === 'ask' ? step.argument : null
  const label = asks ? say(asks.label) : say('command.open')
  // at every turn: what has closed it, and asks for something at once, has left the focus elsewhere
  useEffect(() => {
    if (typed && turn > 0 && palette.open) line.current?.focus()
  }, [typed, turn, line])
  useEffect(() => {
    // what was left there is replaced by typing, or gone on with
    if (typed && palette.text.length > 1) line.current?.select()
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
          placeholder={asks ? label : ''}
          spellCheck={false}
          autoComplete={asks?.secret ? 'one-time-code' : 'off'}
          type={asks?.secret ? 'password' : 'text'}
          value={text}
          onChange={({ target }) => {
            palette.text = target.value
          }}
          onPaste={pasteLines}
        />
      )}
    </div>
  )
}

/** What is under the line. */
function Body({ step, line }: LineProps) {
  const { say } = useText()
  const { text } = useSnapshot(palette)
  const onText = (next: string) => {
    palette.text = next
  }
  switch (step.at) {
    case 'search':
      return <Searching text={text} about={step.about} line={line} onText={onText} />
    case 'ask':
      if (step.argument.file) return <AskingFile draft={step.draft} argument={step.argument} />
      return <Asking draft={step.draft} argument={step.argument} text={text} line={line} onText={onText} />
    case 'review':
      return <Reviewing step={step} />
    case 'running':
      return (
        <p className={styles.said} role="status">
          {say('command.runs')}
        </p>
      )
    case 'unanswered':
      return <Unanswered step={step} />
    case 'outcome':
      return <Telling step={step} />
    case 'why':
      return <Why draft={step.draft} />
  }
}

/** The palette: where everything is found, asked, reviewed and told. */
export function Palette() {
  const { say } = useText()
  const { open, step, turn } = useSnapshot(palette) as typeof palette // ref keeps steps as they are
  const line = useRef<HTMLInputElement>(null)
  const content = useRef<HTMLDivElement>(null)
  useKeys('palette', [], open)
  return (
    // made modal by the library it would have the whole page styled anew, twice: most of what opening it took
    <Dialog.Root modal={false} open={open} onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <div className={styles.overlay} />
        <Dialog.Content
          ref={content}
          className={styles.palette}
          aria-modal="true"
          aria-describedby={undefined}
          onEscapeKeyDown={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            giveBack()
          }}
          onFocusOutside={(event) => {
            event.preventDefault()
            // a list that arrives under it may ask for the focus; what is asked above it has it
            const above = event.target instanceof Element && event.target.closest('[role=dialog]')
            if (palette.open && !above) (line.current ?? content.current)?.focus()
          }}
        >
          <Dialog.Title className={styles.title}>{say('command.open')}</Dialog.Title>
          <Line step={step} line={line} />
          <Body key={step.at === 'ask' ? turn : step.at} step={step} line={line} />
          <Foot step={step} line={line} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
