import { useState } from 'react'
import type { Challenge } from '#contract/session.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './Slider.module.css'

interface Props {
  readonly challenge: Challenge
  /** Told how far the piece was moved, whenever it is. */
  onMove(x: number): void
  /** Asks for another picture. */
  onRenew(): void
}

/** A picture with a gap and the piece that fits it, moved by mouse, finger or arrow keys. */
export function Slider({ challenge, onMove, onRenew }: Props) {
  const { text } = useText()
  const [x, setX] = useState(0)
  const { picture, piece, width, height, side, top } = challenge
  const move = (to: number) => {
    setX(to)
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
