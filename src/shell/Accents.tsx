import { useText } from '#src/locale/text.ts'
import { presets } from '#src/ui/accent.ts'
import { type Hex, isHex } from '#src/ui/contrast.ts'
import { toast } from '#src/ui/toast.ts'
import styles from './Accents.module.css'
import { settings, useSettings } from './settings.ts'

/** A colour that is dragged along changes many times: it is said once in so long. */
const quietMs = 3_000
let saidAt = 0

function choose(colour: Hex, said: string): void {
  settings.theme = colour
  if (Date.now() - saidAt < quietMs) return
  saidAt = Date.now()
  toast('info', said)
}

/** The theme colour: one of eight, or any. */
export function Accents() {
  const { text } = useText()
  const { theme } = useSettings()
  const said = text('shell.accentChanged')
  return (
    <fieldset className={styles.accents}>
      <legend>{text('shell.accent')}</legend>
      {presets.map((colour) => (
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
