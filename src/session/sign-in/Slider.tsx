import { useState } from 'react'
import type { SliderChallenge } from '#contract/session.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './Slider.module.css'

interface Props {
  readonly challenge: SliderChallenge
  /** Told how far the piece was moved, whenever it is. */
  onMove(x: number): void
  /** Asks for another picture. */
  onRenew(): void
}

/** A picture with a gap and the piece that fits it, moved by mouse, finger or arrow keys. */
export function Slider({ challenge, onMove, onRenew }: Props) {
  const { text } = useText()
  const { id, picture, piece, width, height, side, top } = challenge
  // a new challenge begins at the edge again, and whoever moves it keeps the focus
  const [moved, setMoved] = useState({ id, x: 0 })
  const x = moved.id === id ? moved.x : 0
  const move = (to: number) => {
    setMoved({ id, x: to })
    onMove(to)
  }
  return (
    <fieldset className={styles.slider}>
      <legend>{text('session.slider')}</legend>
      <div className={styles.picture} style={{ inlineSize: width, blockSize: height }}>
        <img src={picture} alt="" width={width} height={height} draggable={false} />
        <img src={piece} alt="" width={side} height={side} draggable={false} style={{ insetInlineStart: x, top }} />
      </div>
      <input
        type="range"
        aria-label={text('session.slider')}
        style={{ inlineSize: width }}
        min={0}
        max={width - side}
        value={x}
        onChange={(event) => move(Number(event.target.value))}
      />
      <p>{text('session.slider.says')}</p>
      <Button tone="quiet" onClick={onRenew}>
        {text('session.slider.another')}
      </Button>
    </fieldset>
  )
}
