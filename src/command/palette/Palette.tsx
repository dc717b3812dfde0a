import { Dialog } from 'radix-ui'
import { type ClipboardEvent, type RefObject, useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useActionTarget } from '#src/command/active-list.ts'
import type { Draft } from '#src/command/arguments/draft.ts'
import { formatArguments } from '#src/command/arguments/format-args.ts'
import { editArgument } from '#src/command/run/executor.ts'
import { closePalette, type PaletteStep, paletteState, restoreFocus } from '#src/command/run/palette-state.ts'
import { useKeys } from '#src/keyboard/keyboard.ts'
import { useText } from '#src/locale/text.ts'
import { ArgumentForm } from './ArgumentForm.tsx'
import { ArgumentStep } from './ArgumentStep.tsx'
import { Footer } from './Footer.tsx'
import { OutcomeStep } from './OutcomeStep.tsx'
import styles from './Palette.module.css'
import { ReviewStep } from './ReviewStep.tsx'
import { SearchStep } from './SearchStep.tsx'
import { UnansweredStep } from './UnansweredStep.tsx'
import { WhyStep } from './WhyStep.tsx'

const draftOf = (step: PaletteStep): Draft | null => ('draft' in step ? step.draft : null)

/** What was given so far; a press on one of them asks for it again. */
function ArgumentChips({ draft, editable }: { draft: Draft; editable: boolean }) {
  const { say } = useText()
  const given = formatArguments(draft.command, draft.args, draft.names, draft.target).filter(({ text }) => text !== '')
  return given.map(({ argument, text }) =>
    editable ? (
      <button
        key={argument.name}
        type="button"
        tabIndex={-1}
        className={styles.chip}
        aria-label={`${say(argument.label)}: ${text}`}
        onClick={() => editArgument(draft, argument)}
      >
        {text}
      </button>
    ) : (
      <span key={argument.name} className={styles.chip}>
        {text}
      </span>
    ),
  )
}

/** What stands in front of the line: what it is for, which command, and what was given so far. */
function Chips({ step }: { step: PaletteStep }) {
  const { say } = useText()
  const currentTarget = useActionTarget()
  const draft = draftOf(step)
  const targetOverride = step.at === 'search' ? step.targetOverride : null
  const target = draft ? draft.target : (targetOverride ?? currentTarget)
  const filter = target?.query?.()
  const only = target?.count === 1 ? target.loadedRows[0] : undefined
  return (
    <>
      {target && target.count > 0 && (
        <span className={styles.chip}>
          {only?.id ?? say(`command.rows`, { count: target.count })}
          {filter ? ` · ${filter}` : ''}
        </span>
      )}
      {draft && <span className={styles.name}>{say(draft.command.id)}</span>}
      {draft && step.at !== 'form' && (
        <ArgumentChips draft={draft} editable={step.at === 'ask' || step.at === 'review'} />
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
  paletteState.text = value.slice(0, selectionStart ?? 0) + parts + value.slice(selectionEnd ?? value.length)
}

interface LineProps {
  readonly step: PaletteStep
  readonly line: RefObject<HTMLInputElement | null>
}

/** The line, with what stands in front of it. */
function Line({ step, line }: LineProps) {
  const { say } = useText()
  // at once: what is typed would be taken back until it is drawn, each time with a layout
  const { text, stepVersion } = useSnapshot(paletteState, { sync: true })
  const typed = step.at === 'search' || step.at === 'ask'
  const asks = step.at === 'ask' ? step.argument : null
  const label = asks ? say(asks.label) : say('command.open')
  // at every turn: what has closed it, and asks for something at once, has left the focus elsewhere
  useEffect(() => {
    if (typed && stepVersion > 0 && paletteState.open) line.current?.focus()
  }, [typed, stepVersion, line])
  useEffect(() => {
    // what was left there is replaced by typing, or gone on with
    if (typed && paletteState.text.length > 1) line.current?.select()
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
          aria-expanded="false" // a list says so that stands below it
          aria-autocomplete="list"
          aria-label={label}
          placeholder={asks ? label : ''}
          spellCheck={false}
          autoComplete={asks?.secret ? 'one-time-code' : 'off'}
          type={asks?.secret ? 'password' : 'text'}
          value={text}
          onChange={({ target }) => {
            paletteState.text = target.value
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
  const { text } = useSnapshot(paletteState)
  const onText = (next: string) => {
    paletteState.text = next
  }
  switch (step.at) {
    case 'search':
      return <SearchStep text={text} targetOverride={step.targetOverride} line={line} onText={onText} />
    case 'ask':
      return <ArgumentStep {...step} text={text} line={line} onText={onText} />
    case 'form':
      return <ArgumentForm {...step} />
    case 'review':
      return <ReviewStep step={step} />
    case 'running':
      return (
        <p className={styles.said} role="status">
          {say('command.runs')}
        </p>
      )
    case 'unanswered':
      return <UnansweredStep step={step} />
    case 'outcome':
      return <OutcomeStep step={step} />
    case 'why':
      return <WhyStep {...step} />
  }
}

/** The palette: where everything is found, asked, reviewed and told. */
export function Palette() {
  const { say } = useText()
  const { open, step, stepVersion } = useSnapshot(paletteState) as typeof paletteState // ref keeps steps as they are
  const line = useRef<HTMLInputElement>(null)
  const content = useRef<HTMLDivElement>(null)
  useKeys('palette', [], open)
  return (
    // made modal by the library it would have the whole page styled anew, twice: most of what opening it took
    <Dialog.Root modal={false} open={open} onOpenChange={(next) => !next && closePalette()}>
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
            restoreFocus()
          }}
          onFocusOutside={(event) => {
            event.preventDefault()
            // a list that arrives under it may ask for the focus; what is asked above it has it
            const above = event.target instanceof Element && event.target.closest('[role=dialog]')
            if (paletteState.open && !above) (line.current ?? content.current)?.focus()
          }}
        >
          <Dialog.Title className={styles.title}>{say(draftOf(step)?.command.id ?? 'command.open')}</Dialog.Title>
          <Line step={step} line={line} />
          <Body key={step.at === 'ask' ? stepVersion : step.at} step={step} line={line} />
          <Footer step={step} line={line} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
