import { useSnapshot } from 'valtio'
import { useText } from '#src/locale/text.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Popover } from '#src/ui/overlay/Popover.tsx'
import { appearance, themes } from '#src/ui/theme/theme.ts'
import { AccentPicker } from './AccentPicker.tsx'
import styles from './ThemeButton.module.css'

function ThemePicker() {
  const { text } = useText()
  const { theme } = useSnapshot(appearance)
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
              appearance.theme = one
            }}
          />
          {text(`shell.theme.${one}`)}
        </label>
      ))}
    </fieldset>
  )
}

/** Dark, light or as the system has it, and the theme colour. */
export function ThemeButton() {
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
      <ThemePicker />
      <AccentPicker />
    </Popover>
  )
}
