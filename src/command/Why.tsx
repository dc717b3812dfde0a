import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { batches, type Preview } from '#contract/batches.ts'
import { wordsOf } from '#src/call/announce.ts'
import { call } from '#src/call/call.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { argumentsOf } from './argument.ts'
import { useBounds } from './bounds.ts'
import { begin } from './executor.ts'
import { reasonOf } from './found.ts'
import { insteadOf } from './instead.ts'
import { useKeys } from './keyboard.ts'
import { offerOf, possible } from './offer.ts'
import { type Draft, nextArgument, search } from './palette.ts'
import { Refusals } from './Refusals.tsx'
import styles from './Reviewing.module.css'
import type { Meant } from './scene.ts'

/** What the server says of a command that needs nothing more to be rehearsed. */
function useRehearsal(draft: Draft, meant: Meant | null) {
  const { command } = draft
  const rehearses = meant !== null && command.call !== null && command.rows !== null && !nextArgument(draft)
  const { data, error } = useQuery({
    queryKey: ['batches', 'why', command.id, meant?.selection],
    queryFn: () =>
      call(
        batches.preview,
        { command: command.call!.endpoint.id, selection: meant!.selection, args: command.call!.fill },
        { idempotencyKey: crypto.randomUUID() },
      ),
    enabled: rehearses,
    staleTime: 0,
  })
  return { preview: data, error, rehearses }
}

function Instead({ draft, fault }: { draft: Draft; fault: string | undefined }) {
  const { say } = useText()
  const commands = insteadOf(draft, fault)
  if (commands.length === 0) return null
  return (
    <p className={styles.told}>
      {say('command.insteadOf')}{' '}
      {commands.map((command) => (
        <button
          key={command.id}
          type="button"
          className={styles.instead}
          onClick={() => void begin(command, draft.meant ? { meant: draft.meant } : {})}
        >
          {say(command.id)}
        </button>
      ))}
    </p>
  )
}

function Rehearsed({ draft, preview }: { draft: Draft; preview: Preview }) {
  const { say } = useText()
  const { eligible, refused, hindrance } = preview
  return (
    <>
      {hindrance && <p className={styles.hindrance}>{hindrance.msg}</p>}
      {refused.length === 0 && !hindrance && <p>{say('command.serverAllows')}</p>}
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
  const bounds = useBounds(draft, true)
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
export function Why({ draft }: { draft: Draft }) {
  const { say } = useText()
  const { command, meant } = draft
  const offer = offerOf(command, meant)
  const can = possible(offer, meant)
  const { preview, error, rehearses } = useRehearsal(draft, can ? meant : null)
  const back = () => search('?')
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  useKeys('palette', [
    { id: 'palette.escape', keys: 'escape', run: back },
    { id: 'palette.back', keys: 'backspace', run: back },
    { id: 'palette.run', keys: 'enter', run: () => (can ? void begin(command, meant ? { meant } : {}) : back()) },
  ])
  return (
    <div className={styles.review} role="status">
      {!can && <p className={styles.hindrance}>{reasonOf(offer, meant)}</p>}
      {can && <p>{say('command.possible')}</p>}
      {can && rehearses && !preview && !error && <p>{say('command.rehearsing')}</p>}
      {error && <p className={styles.hindrance}>{wordsOf(error)}</p>}
      {preview && <Rehearsed draft={draft} preview={preview} />}
      {can && !rehearses && <Limits draft={draft} />}
      {!can && <Instead draft={draft} fault={offer.refused?.fault} />}
      <div className={styles.buttons}>
        <Button ref={first} onClick={back}>
          {say('command.backToSearch')}
        </Button>
        {can && (
          <Button tone="accent" onClick={() => void begin(command, meant ? { meant } : {})}>
            {say(command.id)}
          </Button>
        )}
      </div>
    </div>
  )
}
