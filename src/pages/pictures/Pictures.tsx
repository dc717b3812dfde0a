import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { revealRight } from '#contract/kernel/personal-data.ts'
import { type Picture, pictures } from '#contract/pictures.ts'
import type { Box, Reading } from '#contract/readings.ts'
import { showError } from '#src/call/show-error.ts'
import { useKeys } from '#src/keyboard/keyboard.ts'
import { useText } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Kbd } from '#src/ui/Kbd.tsx'
import { RevealDialog } from '../records/RevealDialog.tsx'
import { hasFocus } from './has-focus.ts'
import styles from './Pictures.module.css'
import { type PictureBox, PictureView } from './PictureView.tsx'
import { prefetchPicture } from './picture-query.ts'
import { revealPictures } from './revealed.ts'

/** Where something was read, and what is told about it. */
interface ReadingPlace extends Pick<Reading, 'box'>, Omit<PictureBox, keyof Box> {
  readonly from: Reading['from'] | null
}

interface PicturesProps {
  readonly all: readonly Picture[]
  readonly readings: readonly ReadingPlace[]
  /** What they are looked at for, on a page that is about that: keys are heard wherever the focus is, and no reason is asked for. */
  readonly purpose?: string
}

/** Reveals all of them for one reason. */
function RevealAll({ all, purpose, tone }: Pick<PicturesProps, 'all' | 'purpose'> & { tone: 'plain' | 'quiet' }) {
  const { text } = useText()
  const [asking, setAsking] = useState(false)
  const title = text('pictures.reveal.all')
  const reveal = (reason: string) =>
    revealPictures(
      all.map(({ id }) => id),
      reason,
    )
  const act = () => (purpose === undefined ? setAsking(true) : void reveal(purpose).catch(showError))
  useKeys('record', [{ id: 'pictures.reveal.all', keys: 'v', run: act }], purpose !== undefined)
  return (
    <>
      <Button tone={tone} onClick={act}>
        {title} {purpose !== undefined && <Kbd keys="v" quiet />}
      </Button>
      {asking && (
        <RevealDialog
          title={title}
          onReveal={async (reason) => {
            await reveal(reason)
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

const numberKeys = ['1', '2', '3', '4'] as const

/** Pictures side by side, or one large: the keys 1 to 4 go to one, from whichever has the focus. */
export function Pictures({ all, readings, purpose }: PicturesProps) {
  const { text } = useText()
  const own = useRef<HTMLDivElement>(null)
  const [alone, setAlone] = useState<number | null>(null)
  const goTo = (at: number) => {
    if (alone !== null) flushSync(() => setAlone(at))
    own.current?.querySelectorAll('figure')[alone === null ? at : 0]?.focus()
    const next = all[(at + 1) % all.length]
    if (next) prefetchPicture(next.id)
  }
  const toggleAlone = () => setAlone(alone === null ? 0 : null)
  // who inspects decisions has pictures revealed there alone
  const canReveal = may(purpose === undefined ? revealRight : pictures.reveal.requires)
  const tone = purpose === undefined ? 'plain' : 'quiet'
  const numbered = numberKeys.slice(0, all.length)
  useKeys(
    purpose === undefined ? 'picture' : 'record',
    [
      ...numbered.map((keys, at) => ({ id: 'pictures.goTo', keys, run: () => goTo(at) })),
      { id: 'pictures.key.side', keys: 's' as const, run: toggleAlone },
    ],
    { active: () => purpose !== undefined || hasFocus(own) },
  )
  const boxesOf = (kind: Picture['kind']) =>
    readings.flatMap(({ from, box, marked = false, differing }) =>
      from === kind && box ? [{ ...box, marked, ...(differing !== undefined && { differing }) }] : [],
    )
  const shown = all.map((one, at) => [one, at] as const).filter(([, at]) => alone === null || at === alone)
  return (
    <div ref={own} className={styles.panel} data-dense={purpose !== undefined || undefined}>
      <div className={styles.bar}>
        {purpose !== undefined && <h2>{text('pictures.section')}</h2>}
        <Button tone={tone} onClick={toggleAlone}>
          {text(alone === null ? 'pictures.alone' : 'pictures.beside')} <Kbd keys="s" quiet />
        </Button>
        {canReveal && <RevealAll {...{ all, tone }} {...(purpose !== undefined && { purpose })} />}
      </div>
      <div className={styles.pictures} data-alone={alone !== null || undefined}>
        {shown.map(([{ id, kind }, at]) => (
          <PictureView key={id} {...{ id, kind, canReveal, number: at + 1, boxes: boxesOf(kind) }} />
        ))}
      </div>
    </div>
  )
}
