import { useSnapshot } from 'valtio'
import { languageNames, offeredLanguages, useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { look, type Size, sizes } from '#src/ui/look.ts'
import { type Item, Menu } from '#src/ui/Menu.tsx'
import { toast } from '#src/ui/toast.ts'
import { speak } from './acts.ts'

/** How large text and rows are. */
export function SizeChoice() {
  const { text } = useText()
  const { size } = useSnapshot(look)
  const choose = (next: Size) => {
    look.size = next
    toast('good', text('shell.sizeSwitched'))
  }
  const items = sizes.map(
    (one): Item => ({
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
export function LanguageChoice() {
  const { text } = useText()
  const language = useLanguage()
  const items = offeredLanguages.map(
    (one): Item => ({
      label: languageNames[one],
      lang: one,
      chosen: one === language,
      run: () => void speak(one),
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
