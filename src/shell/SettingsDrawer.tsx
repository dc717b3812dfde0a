import { Dialog } from 'radix-ui'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Cover } from '#src/ui/Cover.tsx'
import { classes } from '#src/ui/classes.ts'
import overlay from '#src/ui/overlay.module.css'
import { Accents } from './Accents.tsx'
import { closeDialog } from './dialogs.ts'
import styles from './SettingsDrawer.module.css'
import { type Switch, settings, useSettings } from './settings.ts'

function Toggle({ name }: { name: Switch }) {
  const { text } = useText()
  const on = useSettings()[name]
  return (
    <label className={styles.switch}>
      <span>{text(`shell.set.${name}`)}</span>
      <input
        type="checkbox"
        checked={on}
        onChange={() => {
          settings[name] = !on
        }}
      />
    </label>
  )
}

/** What a person sets for themselves, beside the page, so that it is seen at once what it does. */
export function SettingsDrawer() {
  const { text } = useText()
  const chinese = useLanguage() === 'zh'
  return (
    <Dialog.Root open onOpenChange={(open) => !open && closeDialog()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.behind} />
        <Dialog.Content className={classes(overlay.sheet, styles.drawer)} aria-describedby={undefined}>
          <Cover />
          <Dialog.Title className={styles.title}>{text('shell.settings')}</Dialog.Title>
          <Accents />
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
