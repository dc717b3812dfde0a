import { type RefObject, useMemo } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { useChosen } from './choosing.ts'
import { begin } from './executor.ts'
import { type Found, type FoundSection, find } from './found.ts'
import { note } from './history.ts'
import { useKeys } from './keyboard.ts'
import { List } from './List.tsx'
import { close } from './palette.ts'
import { Row } from './Row.tsx'
import { useMeant } from './scene.ts'

/** The first row that may be chosen without being pointed at. */
const firstOf = (sections: readonly FoundSection[]): string | null =>
  sections.flatMap(({ found }) => found).find(({ off, leads }) => !off && leads)?.id ?? null

/** Does what was chosen. */
function choose({ id, off, target }: Found): void {
  if (off) return
  if ('destination' in target) {
    note(id)
    close()
    navigate(target.destination.path)
  } else {
    close()
    begin(target.command)
  }
}

interface Props {
  readonly text: string
  readonly line: RefObject<HTMLInputElement | null>
  onText(text: string): void
}

/** What is found for the line, and the keys that move through it. */
export function Searching({ text, line, onText }: Props) {
  const { say } = useText()
  const language = useLanguage()
  const meant = useMeant()
  const sections = useMemo(() => find(text, meant, language === 'zh'), [text, meant, language])
  const all = sections.flatMap(({ found }) => found)
  const open = all.filter(({ off }) => !off).map(({ id }) => id)
  const { chosen, move } = useChosen(open, firstOf(sections), text)
  const run = (id: string | null) => {
    const found = all.find((one) => one.id === id)
    if (found) choose(found)
  }
  useKeys('palette', [
    { id: 'palette.down', keys: 'down', run: () => move(1), repeats: true },
    { id: 'palette.up', keys: 'up', run: () => move(-1), repeats: true },
    { id: 'palette.run', keys: 'enter', run: () => run(chosen) },
    { id: 'palette.back', keys: 'escape', run: () => (text === '' ? close() : onText('')) },
  ])
  return (
    <>
      <List
        line={line}
        label={say('command.found')}
        chosen={chosen}
        onChoose={run}
        sections={sections.map(({ name, found }) => ({
          heading: say(`command.section.${name}`, meant && name === 'selection' ? { count: meant.count } : {}),
          choices: found.map((one) => ({ id: one.id, off: one.off, node: <Row found={one} /> })),
        }))}
      />
      {all.length === 0 && <p role="status">{say('command.nothingFound')}</p>}
    </>
  )
}
