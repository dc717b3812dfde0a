import { useSnapshot } from 'valtio'
import { languageNames, offeredLanguages, useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { toast } from '#src/ui/feedback/toast.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Menu, type MenuItem } from '#src/ui/overlay/Menu.tsx'
import { appearance, type Size, sizes } from '#src/ui/theme/theme.ts'
import { switchLanguage } from '../shell-actions.ts'

/** How large text and rows are. */
export function SizeMenu() {
  const { text } = useText()
  const { size } = useSnapshot(appearance)
  const choose = (next: Size) => {
    appearance.size = next
    toast('good', text('shell.sizeSwitched'))
  }
  const items = sizes.map(
    (one): MenuItem => ({
      label: text(`shell.size.${one}`),
      chosen: one === size,
      run: () => choose(one),
    }),
  )
  return (
    <Menu sections={[{ heading: text('shell.size'), items }]}>
      <IconButton label={text('shell.size')}>
        <span aria-hidden="true">A</span>
      </IconButton>
    </Menu>
  )
}

/** The language of the screen. */
export function LanguageMenu() {
  const { text } = useText()
  const language = useLanguage()
  const items = offeredLanguages.map(
    (one): MenuItem => ({
      label: languageNames[one],
      lang: one,
      chosen: one === language,
      run: () => void switchLanguage(one),
    }),
  )
  return (
    <Menu sections={[{ heading: text('session.language'), items }]}>
      <IconButton label={text('session.language')}>
        <span aria-hidden="true">{language.toUpperCase()}</span>
      </IconButton>
    </Menu>
  )
}
