import { useSnapshot } from 'valtio'
import { useText } from '#src/locale/text.ts'
import { presets } from '#src/ui/accent.ts'
import { type Hex, isHex } from '#src/ui/contrast.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { look, themes } from '#src/ui/look.ts'
import { Popover } from '#src/ui/Popover.tsx'
import { toast } from '#src/ui/toast.ts'
import styles from './LookChoice.module.css'

function Themes() {
  const { text } = useText()
  const { theme } = useSnapshot(look)
  return (
    <fieldset className={styles.themes}>
      <legend>{text('shell.look')}</legend>
      {themes.map((one) => (
        <label key={one}>
          <input
            type="radio"
            name="theme"
            checked={one === theme}
            onChange={() => {
              look.theme = one
            }}
          />
          {text(`shell.theme.${one}`)}
        </label>
      ))}
    </fieldset>
  )
}

function Accents() {
  const { text } = useText()
  const { accent } = useSnapshot(look)
  const choose = (colour: Hex) => {
    look.accent = colour
    toast('info', text('shell.accentChanged'))
  }
  return (
    <fieldset className={styles.accents}>
      <legend>{text('shell.accent')}</legend>
      {presets.map((colour) => (
        <input
          key={colour}
          type="radio"
          name="accent"
          aria-label={colour}
          checked={colour === accent}
          style={{ backgroundColor: colour }}
          onChange={() => choose(colour)}
        />
      ))}
      <input
        type="color"
        aria-label={text('shell.accentOther')}
        value={accent}
        onChange={(event) => isHex(event.target.value) && choose(event.target.value)}
      />
    </fieldset>
  )
}

/** Dark, light or as the system has it, and the theme colour. */
export function LookChoice() {
  const { text } = useText()
  return (
    <Popover
      label={text('shell.look')}
      trigger={
        <IconButton label={text('shell.look')}>
          <span aria-hidden="true">◐</span>
        </IconButton>
      }
    >
      <Themes />
      <Accents />
    </Popover>
  )
}
