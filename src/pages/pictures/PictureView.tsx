import { Eye, EyeOff, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import type { IdOf } from '#contract/kernel/values.ts'
import type { PictureKind } from '#contract/picture-kinds.ts'
import type { Box } from '#contract/readings.ts'
import { useKeys } from '#src/keyboard/keyboard.ts'
import { useText } from '#src/locale/text.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { RevealDialog } from '../records/RevealDialog.tsx'
import { hasFocus } from './has-focus.ts'
import styles from './Pictures.module.css'
import { usePicture } from './picture-query.ts'
import { hidePictures, revealPictures, useReveal } from './revealed.ts'

const [smallest, whole, largest, step, quarter] = [50, 100, 400, 50, 90]

/** How a picture is turned and how large it is, by button and, while it has the focus, by key. */
function useTurning(own: RefObject<HTMLElement | null>) {
  const [degrees, turn] = useState(0)
  const [percent, size] = useState(whole)
  const rotate = () => turn((now) => now + quarter)
  const zoom = (by: number) => size((now) => Math.min(largest, Math.max(smallest, now + by)))
  const reset = () => {
    turn(0)
    size(whole)
  }
  useKeys(
    'picture',
    [
      { id: 'pictures.rotate', keys: 'r', run: rotate },
      { id: 'pictures.zoomIn', keys: '+', repeats: true, run: () => zoom(step) },
      { id: 'pictures.zoomOut', keys: '-', repeats: true, run: () => zoom(-step) },
      { id: 'pictures.reset', keys: '0', run: reset },
    ],
    { active: () => hasFocus(own) },
  )
  return { degrees, percent, rotate, zoom }
}

/** Its keys act on the picture that has the focus. */
const reachable = { tabIndex: 0 }

const percentOf = (ppm: number) => `${ppm / 10_000}%`
const placeOf = ({ x, y, w, h }: Box) => ({
  insetInlineStart: percentOf(x),
  insetBlockStart: percentOf(y),
  inlineSize: percentOf(w),
  blockSize: percentOf(h),
})

interface ToolsProps {
  readonly id: IdOf<'picture'>
  readonly name: string
  readonly canReveal: boolean
  readonly turning: ReturnType<typeof useTurning>
}

/** Reveal, turn, size. */
function Tools({ id, name, canReveal, turning: { percent, rotate, zoom } }: ToolsProps) {
  const { text } = useText()
  const reveal = useReveal(id)
  const [asking, setAsking] = useState(false)
  const title = text('pictures.reveal.one', { kind: name })
  return (
    <span className={styles.tools}>
      {canReveal && (
        <IconButton
          label={reveal ? text('pictures.hide') : title}
          onClick={() => (reveal ? hidePictures([id]) : setAsking(true))}
        >
          {reveal ? <EyeOff size={14} aria-hidden="true" /> : <Eye size={14} aria-hidden="true" />}
        </IconButton>
      )}
      <IconButton label={text('pictures.rotate')} keys="r" onClick={rotate}>
        <RotateCw size={14} aria-hidden="true" />
      </IconButton>
      <IconButton label={text('pictures.zoomIn')} keys="+" disabled={percent >= largest} onClick={() => zoom(step)}>
        <ZoomIn size={14} aria-hidden="true" />
      </IconButton>
      <IconButton label={text('pictures.zoomOut')} keys="-" disabled={percent <= smallest} onClick={() => zoom(-step)}>
        <ZoomOut size={14} aria-hidden="true" />
      </IconButton>
      {asking && (
        <RevealDialog
          title={title}
          onReveal={async (reason) => {
            await revealPictures([id], reason)
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </span>
  )
}

/** A place in a picture that something was read at. */
export interface PictureBox extends Box {
  /** Whether it is the one that is talked about. */
  readonly marked?: boolean
  /** The number of what was typed otherwise; none: it was not. */
  readonly differing?: number
}

interface Props {
  readonly id: IdOf<'picture'>
  readonly kind: PictureKind
  readonly canReveal: boolean
  /** Which one it is among its neighbours: the key it is reached by. */
  readonly number?: number
  readonly boxes?: readonly PictureBox[]
}

/** A picture as the server draws it: blurred until it is revealed; with the focus in it `r` turns it, `+` `-` `0` size it. */
export function PictureView({ id, kind, canReveal, number, boxes = [] }: Props) {
  const { text } = useText()
  const own = useRef<HTMLElement>(null)
  const turning = useTurning(own)
  const reveal = useReveal(id)
  const { url, error } = usePicture(id, reveal)
  const name = text(`pictures.kind.${kind}`)
  const { degrees, percent } = turning
  return (
    <figure ref={own} className={styles.picture} aria-label={name} {...reachable}>
      <figcaption>
        {number !== undefined && <kbd>{number}</kbd>}
        <span className={styles.name}>{name}</span>
        {!reveal && <small>{text('pictures.blurred')}</small>}
        <Tools {...{ id, name, canReveal, turning }} />
      </figcaption>
      <div className={styles.frame}>
        {error && <p role="alert">{text('pictures.unavailable')}</p>}
        {url && (
          <div
            className={styles.turned}
            style={{ rotate: `${degrees}deg`, ...(percent !== whole && { inlineSize: `${percent}%` }) }}
          >
            <img src={url} alt={name} draggable={false} />
            {boxes.map(({ marked, differing, ...box }) => (
              <i
                key={`${box.x} ${box.y}`}
                aria-hidden="true"
                data-marked={marked || undefined}
                data-differing={differing}
                style={placeOf(box)}
              />
            ))}
          </div>
        )}
      </div>
    </figure>
  )
}
