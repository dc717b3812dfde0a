import { type RefObject, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { useSettings } from '#src/shell/settings.ts'
import { choose, togglePin, useSettledRows } from './choose.ts'
import { useChosen } from './choosing.ts'
import type { Found, FoundSection } from './found.ts'
import { history } from './history.ts'
import { useKeys } from './keyboard.ts'
import type { Binding } from './keys/layers.ts'
import { type Choice, List } from './List.tsx'
import { copyLink } from './link.ts'
import { macros } from './macros.ts'
import { find, lineOf } from './modes.ts'
import styles from './Palette.module.css'
import { close, show } from './palette.ts'
import { usePasted } from './pasted.ts'
import { Row } from './Row.tsx'
import { useRecords } from './records.ts'
import { type Meant, scene, useMeant } from './scene.ts'

interface Props {
  readonly text: string
  readonly about: Meant | null
  readonly line: RefObject<HTMLInputElement | null>
  onText(text: string): void
}

/**
 * The first row that may be chosen without being pointed at. Where the best hit cannot be run now, a lesser one is not
 * what was meant.
 */
function firstOf(sections: readonly FoundSection[]): string | null {
  const all = sections.flatMap(({ found }) => found)
  const best = Math.max(0, ...all.filter(({ off }) => off).map(({ tier = 0 }) => tier))
  return all.find(({ off, leads, tier = 9 }) => !off && leads && tier >= Math.min(best, 7))?.id ?? null
}

/** Everything that is found for a line: what is known here, then what the server knows. */
function useFound({ text, about }: Props): { sections: readonly FoundSection[]; meant: Meant | null } {
  const language = useLanguage()
  const meantNow = useMeant()
  const meant = about ?? meantNow
  const { supportPinyinSearch } = useSettings()
  const { past, pinned } = useSnapshot(history as { past: object; pinned: object }) // only whether they change
  const { all } = useSnapshot(macros as { all: object }) // as above
  const known = useMemo(
    () => (past && pinned && all ? find(text, meant, { language, pinyin: supportPinyinSearch }) : []),
    [text, meant, language, supportPinyinSearch, past, pinned, all],
  )
  const pasted = usePasted(text)
  const records = useRecords(text)
  const sections = useMemo(() => [...known, ...pasted, ...records], [known, pasted, records])
  return { sections, meant }
}

/** Copies the link of a command that was found, with what would be begun with. */
function linkOf({ target }: Found, about: Meant | null): void {
  if (target.to !== 'command') return
  const { command, given } = target
  const meant = command.rows ? (given?.meant ?? about ?? scene.list?.meant() ?? null) : null
  void copyLink({ command, meant, args: given?.args ?? {} })
}

interface Moves extends Pick<Props, 'text' | 'about' | 'onText'> {
  readonly chosen: Found | undefined
  readonly moved: boolean
  readonly settled: (found: Found) => boolean
  move(by: number): void
}

/** What keys do while something is looked for. */
function keysOf({ text, about, onText, chosen, moved, settled, move }: Moves): Binding[] {
  const enter = (stay: boolean) => chosen && settled(chosen) && choose(chosen, { about, stay })
  const complete = () => {
    if (!chosen) return
    if (chosen.target.to === 'page') onText(`:${chosen.title.text} `)
    else choose(chosen, { about })
  }
  const empty = text === ''
  return [
    { id: 'palette.down', keys: 'down', run: () => move(1), repeats: true },
    { id: 'palette.up', keys: 'up', run: () => (empty && !moved ? onText('!') : move(-1)), repeats: true },
    { id: 'palette.run', keys: 'enter', run: () => void enter(false) },
    { id: 'palette.stay', keys: 'mod+enter', run: () => void enter(true) },
    { id: 'palette.more', keys: 'alt+enter', run: () => chosen?.target.to === 'run' && chosen.target.more?.() },
    { id: 'palette.pin', keys: 'mod+b', run: () => chosen && togglePin(chosen) },
    { id: 'palette.copyLink', keys: 'mod+shift+l', run: () => chosen && linkOf(chosen, about) },
    { id: 'palette.back', keys: 'escape', run: () => (empty ? close() : onText('')) },
    ...(empty ? [] : [{ id: 'palette.complete', keys: 'tab' as const, run: complete }]),
    ...(empty && about
      ? [{ id: 'palette.out', keys: 'backspace' as const, run: () => void show({ at: 'search', about: null }) }]
      : []),
  ]
}

const drawn = new WeakMap<FoundSection, readonly Choice[]>()

/** The rows of a section: the same as before while it is the same, so that what comes later has nothing drawn again. */
function choicesOf(section: FoundSection): readonly Choice[] {
  const known = drawn.get(section)
  if (known) return known
  const choices = section.found.map((one) => ({ id: one.id, off: one.off, node: <Row found={one} /> }))
  drawn.set(section, choices)
  return choices
}

/** What is found for the line, and the keys that move through it. */
export function Searching(props: Props) {
  const { text, about, line } = props
  const { say } = useText()
  const { sections, meant } = useFound(props)
  const all = sections.flatMap(({ found }) => found)
  const settled = useSettledRows(all)
  const open = all.filter(({ off }) => !off).map(({ id }) => id)
  const { chosen, move, moved, reach } = useChosen(open, firstOf(sections), text)
  const count = meant?.count ?? 0
  const rows = useMemo(
    () =>
      sections.map((section) => ({
        heading: say(`command.section.${section.name}`, { count: section.count ?? count }),
        choices: choicesOf(section),
      })),
    [sections, count, say],
  )
  const byId = (id: string | null) => all.find((one) => one.id === id)
  useKeys('palette', keysOf({ ...props, chosen: byId(chosen), moved, settled, move }))
  const click = (id: string) => {
    const found = byId(id)
    if (found) choose(found, { about })
  }
  return (
    <>
      <List
        line={line}
        label={say('command.found')}
        chosen={chosen}
        onChoose={click}
        more={{ said: (count) => say('command.andMore', { count }), reach }}
        sections={rows}
      />
      {all.length === 0 && <Nothing text={text} />}
    </>
  )
}

/** Why nothing stands there. */
function Nothing({ text }: { text: string }) {
  const { say } = useText()
  const { prefix, typed } = lineOf(text)
  const few = (prefix === '#' || prefix === '@') && typed.length < 3
  const why =
    prefix === '?' && typed !== '' ? 'noneOfYours' : few ? 'typeMore' : prefix === '/' ? 'noListHere' : 'nothingFound'
  return (
    <p className={styles.said} role="status">
      {say(`command.${why}`, { text: typed })}
    </p>
  )
}
