import { useText } from '#src/locale/text.ts'
import { preferences, usePreferences } from '#src/session/preferences.ts'
import { toast } from '#src/ui/feedback/toast.ts'
import { accentPresets } from '#src/ui/theme/accent.ts'
import { type Hex, isHex } from '#src/ui/theme/contrast.ts'
import styles from './AccentPicker.module.css'

/** A word that stands for less than this is a flicker, in milliseconds. */
const readableMs = 600
/** While a colour is dragged along it changes many times: it is said once until it rests. */
let compiling = false

/** Until the colour is painted, and what was said about it could be read. */
const painted = (): Promise<void> =>
  new Promise((settle) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(settle, readableMs)))
  })

function choose(colour: Hex, said: string): void {
  preferences.theme = colour
  if (compiling) return
  compiling = true
  const until = painted().then(() => {
    compiling = false
  })
  toast('info', said, { until })
}

/** The theme colour: one of eight, or any. */
export function AccentPicker() {
  const { text } = useText()
  const { theme } = usePreferences()
  const said = text('shell.accentChanged')
  return (
    <fieldset className={styles.accents}>
      <legend>{text('shell.accent')}</legend>
      {accentPresets.map((colour) => (
        <input
          key={colour}
          type="radio"
          name="accent"
          aria-label={colour}
          checked={colour === theme}
          style={{ backgroundColor: colour }}
          onChange={() => choose(colour, said)}
        />
      ))}
      <input
        type="color"
        aria-label={text('shell.accentOther')}
        value={theme}
        onChange={({ target }) => isHex(target.value) && choose(target.value, said)}
      />
    </fieldset>
  )
}
