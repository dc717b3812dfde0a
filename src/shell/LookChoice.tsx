import { useSnapshot } from 'valtio'
import { useText } from '#src/locale/text.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { look, themes } from '#src/ui/look.ts'
import { Popover } from '#src/ui/Popover.tsx'
import { Accents } from './Accents.tsx'
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
