import { useText } from '#src/locale/text.ts'
import { preferences, usePreferences } from '#src/session/preferences.ts'
import { toast } from '#src/ui/feedback/toast.ts'
import { accentPresets } from '#src/ui/theme/accent.ts'
import { type Hex, isHex } from '#src/ui/theme/contrast.ts'
import styles from './AccentPicker.module.css'

/** A colour that is dragged along changes many times: it is said once in so long. */
const quietMs = 3_000
let saidAt = 0

function choose(colour: Hex, said: string): void {
  preferences.theme = colour
  if (Date.now() - saidAt < quietMs) return
  saidAt = Date.now()
  toast('info', said)
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
