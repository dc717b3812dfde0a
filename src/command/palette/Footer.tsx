import type { RefObject } from 'react'
import { useSnapshot } from 'valtio'
import type { Draft } from '#src/command/arguments/draft.ts'
import { type PaletteStep, paletteState } from '#src/command/run/palette-state.ts'
import { formatShortcut } from '#src/keyboard/format-shortcut.ts'
import { isMac, useKeys } from '#src/keyboard/keyboard.ts'
import { useText } from '#src/locale/text.ts'
import styles from './Footer.module.css'
import { hintsAt } from './footer-hints.ts'
import { type Prefix, parseQuery, prefixes } from './items/prefixes.ts'
import { copyLink } from './link.ts'

interface Props {
  readonly step: PaletteStep
  readonly line: RefObject<HTMLInputElement | null>
}

/** What may be looked for, each by the sign that the line begins with. */
function PrefixButtons({ line }: Pick<Props, 'line'>) {
  const { say } = useText()
  const { text } = useSnapshot(paletteState)
  const { prefix, typed } = parseQuery(text)
  const choose = (next: Prefix) => {
    paletteState.text = (next === prefix ? '' : next) + typed
    line.current?.focus()
  }
  return (
    <div className={styles.modes} role="toolbar" aria-label={say('command.modes')}>
      {prefixes.map((one) => (
        <button key={one} type="button" aria-pressed={one === prefix} onClick={() => choose(one)}>
          <kbd>{one}</kbd> {say(`command.mode.${one}`)}
        </button>
      ))}
    </div>
  )
}

/** Copies what is begun as a link: by the button, or by its key. */
function CopyLink({ draft }: { draft: Draft }) {
  const { say } = useText()
  const copy = () => void copyLink(draft)
  useKeys('palette', [{ id: 'palette.copyLink', keys: 'mod+shift+l', run: copy }])
  return (
    <button type="button" className={styles.link} onClick={copy}>
      <kbd>{formatShortcut('mod+shift+l', isMac)}</kbd> {say('command.copyLink')}
    </button>
  )
}

/** The keys that work now, at the foot. */
export function Footer({ step, line }: Props) {
  const { say } = useText()
  const { text } = useSnapshot(paletteState)
  const { prefix, typed } = parseQuery(text)
  // what may be looked for is of use before anybody looks, the keys afterwards
  const modes = step.at === 'search' && (prefix !== '' || typed === '')
  const draft = step.at === 'ask' || step.at === 'form' || step.at === 'review' ? step.draft : null
  const key = modes ? null : hintsAt(step)
  return (
    <div className={styles.foot}>
      {modes && <PrefixButtons line={line} />}
      {key && <span>{say(key, { go: formatShortcut('mod+enter', isMac) })}</span>}
      {draft && <CopyLink draft={draft} />}
    </div>
  )
}
