import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { batches, type Rehearsal } from '#contract/batches.ts'
import { call } from '#src/call/call.ts'
import { silent } from '#src/call/query-client.ts'
import { errorMessage } from '#src/call/show-error.ts'
import type { ActionTarget } from '#src/command/active-list.ts'
import { useArgumentLimits } from '#src/command/arguments/arg-limits.ts'
import { argumentsOf } from '#src/command/arguments/argument.ts'
import { type Draft, nextArgument } from '#src/command/arguments/draft.ts'
import { alternativesTo, availabilityOf, isAvailable } from '#src/command/run/availability.ts'
import { startCommand } from '#src/command/run/executor.ts'
import { openSearch, type PaletteStep, paletteState } from '#src/command/run/palette-state.ts'
import { useKeys } from '#src/keyboard/keyboard.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { refusalText } from './items/palette-item.ts'
import { Refusals } from './Refusals.tsx'
import styles from './ReviewStep.module.css'

/** What the server says of a command that needs nothing more to be rehearsed. */
function useRehearsal(draft: Draft, target: ActionTarget | null) {
  const { command } = draft
  const canRehearse = target !== null && command.call !== null && command.rows !== null && !nextArgument(draft)
  const { data, error } = useQuery({
    queryKey: ['batches', 'why', command.id, target?.selection],
    queryFn: () =>
      call(
        batches.preview,
        { command: command.call!.endpoint.id, selection: target!.selection, args: command.call!.fill },
        { idempotencyKey: crypto.randomUUID() },
      ),
    enabled: canRehearse,
    staleTime: 0,
    meta: silent, // what it refuses is why
  })
  return { preview: data, error, canRehearse }
}

function Alternatives({ draft, fault }: { draft: Draft; fault: string | undefined }) {
  const { say } = useText()
  const commands = alternativesTo(draft, fault)
  if (commands.length === 0) return null
  return (
    <p className={styles.told}>
      {say('command.insteadOf')}{' '}
      {commands.map((command) => (
        <button
          key={command.id}
          type="button"
          className={styles.instead}
          onClick={() => void startCommand(command, draft.target ? { target: draft.target } : {})}
        >
          {say(command.id)}
        </button>
      ))}
    </p>
  )
}

function RehearsalResult({ draft, preview }: { draft: Draft; preview: Rehearsal }) {
  const { say } = useText()
  const { eligible, refused, blocker } = preview
  return (
    <>
      {blocker && <p className={styles.blocker}>{blocker.msg}</p>}
      {refused.length === 0 && !blocker && <p>{say('command.serverAllows')}</p>}
      {refused.length > 0 && (
        <dl className={styles.counts}>
          <div data-tone={eligible > 0 ? 'good' : 'muted'}>
            <dt>{say('command.willRun')}</dt>
            <dd>{eligible}</dd>
            <dd />
          </div>
          <Refusals draft={draft} groups={refused} />
        </dl>
      )}
    </>
  )
}

/** How much may be given for its arguments, and what is left of limits: what no rehearsal tells before they are given. */
function Limits({ draft }: { draft: Draft }) {
  const { say } = useText()
  const bounds = useArgumentLimits(draft, true)
  if (!bounds) return null
  const limits = argumentsOf(draft.command).flatMap(({ name, label }) => {
    const most = bounds.most[name]
    return most === undefined ? [] : [{ name, label, most }]
  })
  return (
    <>
      {limits.map(({ name, label, most }) => (
        <p key={name} className={styles.told}>
          {say(label)}: {say('command.upTo', { most })}
        </p>
      ))}
      {bounds.headroom.map(({ of, left }) => (
        <p key={of} className={styles.told}>
          {say(`command.headroom.${of}`, { left, after: left })}
        </p>
      ))}
    </>
  )
}

/** Why a command cannot be run on what is meant, or that it can: by its state here, and by what the server says. */
export function WhyStep({ draft, targetOverride }: Extract<PaletteStep, { at: 'why' }>) {
  const { say } = useText()
  const { command, target } = draft
  const offer = availabilityOf(command, target)
  const can = isAvailable(offer, target)
  const { preview, error, canRehearse } = useRehearsal(draft, can ? target : null)
  const back = () => openSearch(paletteState.text || '?', targetOverride)
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  useKeys('palette', [
    { id: 'palette.escape', keys: 'escape', run: back },
    { id: 'palette.back', keys: 'backspace', run: back },
    {
      id: 'palette.run',
      keys: 'enter',
      run: () => (can ? void startCommand(command, target ? { target } : {}) : back()),
    },
  ])
  return (
    <div className={styles.review} role="status">
      {!can && <p className={styles.blocker}>{refusalText(offer, target)}</p>}
      {can && <p>{say('command.possible')}</p>}
      {can && canRehearse && !preview && !error && <p>{say('command.rehearsing')}</p>}
      {error && <p className={styles.blocker}>{errorMessage(error)}</p>}
      {preview && <RehearsalResult draft={draft} preview={preview} />}
      {can && !canRehearse && <Limits draft={draft} />}
      {!can && <Alternatives draft={draft} fault={offer.refused?.fault} />}
      <div className={styles.buttons}>
        <Button ref={first} onClick={back}>
          {say('command.backToSearch')}
        </Button>
        {can && (
          <Button tone="accent" onClick={() => void startCommand(command, target ? { target } : {})}>
            {say(command.id)}
          </Button>
        )}
      </div>
    </div>
  )
}
