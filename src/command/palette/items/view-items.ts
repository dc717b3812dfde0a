import { listActions } from '#src/command/active-list.ts'
import { closePalette, paletteState } from '#src/command/run/palette-state.ts'
import { foldText } from '#src/command/search/fold.ts'
import { words } from '#src/command/search/search-field.ts'
import { actionItem, type PaletteItem, type PaletteSection, sectionOf } from './palette-item.ts'

/** Whether a word of a name begins as was typed, or the name holds it where it has no words: 逾期. */
function isNamed(title: string, looked: string): boolean {
  const name = foldText(title)
  return (
    words(name).some(({ at }) => name.startsWith(looked, at)) || (/[^\p{ASCII}]/u.test(looked) && name.includes(looked))
  )
}

/** The views of the list in front whose name begins as was typed; all of them where nothing was. */
export function viewItems(typed: string): PaletteSection[] {
  const looked = foldText(typed.trim())
  const found = (listActions()?.views() ?? [])
    .filter(({ title }) => isNamed(title, looked))
    .map(({ name, title, keys, show }): PaletteItem => {
      const run = () => {
        paletteState.text = ''
        closePalette()
        show()
      }
      return { ...actionItem(`view ${name}`, title, '', { to: 'run', run }), keys }
    })
  return sectionOf('views', found)
}
