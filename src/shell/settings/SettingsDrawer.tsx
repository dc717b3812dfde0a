import { Dialog } from 'radix-ui'
import { closeDialog } from '#src/command/dialog.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { type PreferenceSwitch, preferences, usePreferences } from '#src/session/preferences.ts'
import { Button } from '#src/ui/Button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { KeyTrap } from '#src/ui/KeyTrap.tsx'
import overlay from '#src/ui/overlay/overlay.module.css'
import { useDialogReturnFocus } from '#src/ui/use-return-focus.ts'
import { AccentPicker } from './AccentPicker.tsx'
import styles from './SettingsDrawer.module.css'

function Toggle({ name }: { name: PreferenceSwitch }) {
  const { text } = useText()
  const on = usePreferences()[name]
  return (
    <label className={styles.switch}>
      <span>{text(`shell.set.${name}`)}</span>
      <input
        type="checkbox"
        checked={on}
        onChange={() => {
          preferences[name] = !on
        }}
      />
    </label>
  )
}

/** What a person sets for themselves, beside the page, so that it is seen at once what it does. */
export function SettingsDrawer() {
  const { text } = useText()
  const chinese = useLanguage() === 'zh'
  const giveBackFocus = useDialogReturnFocus()
  return (
    <Dialog.Root open onOpenChange={(open) => !open && closeDialog()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.behind} />
        <Dialog.Content
          className={classNames(overlay.sheet, styles.drawer)}
          aria-describedby={undefined}
          onCloseAutoFocus={giveBackFocus}
        >
          <KeyTrap />
          <Dialog.Title className={styles.title}>{text('shell.settings')}</Dialog.Title>
          <AccentPicker />
          <div>
            <Toggle name="tagsView" />
            <Toggle name="fixedHeader" />
            <Toggle name="sidebarLogo" />
            {chinese && <Toggle name="supportPinyinSearch" />}
            <Toggle name="showSettings" />
          </div>
          <p className={styles.says}>{text('shell.set.says')}</p>
          <Button onClick={closeDialog}>{text('shell.done')}</Button>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
