import { type RefObject, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import { type ActionTarget, currentTarget, targetOfNoun, useActionTarget } from '#src/command/active-list.ts'
import { commandHistory } from '#src/command/run/history.ts'
import { closePalette, goToStep } from '#src/command/run/palette-state.ts'
import { useKeys } from '#src/keyboard/keyboard.ts'
import type { KeyBinding } from '#src/keyboard/layers.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { usePreferences } from '#src/session/preferences.ts'
import { activateItem, togglePin, useSettledItems } from './activate-item.ts'
import { ItemRow } from './ItemRow.tsx'
import { findItems } from './items/find-items.ts'
import { useLookUpItems } from './items/look-up.ts'
import { firstSelectable, isReachable, type PaletteItem, type PaletteSection } from './items/palette-item.ts'
import { usePastedItems } from './items/pasted-ids.ts'
import { parseQuery } from './items/prefixes.ts'
import { useRecordItems } from './items/record-search.ts'
import { copyLink } from './link.ts'
import { macroState } from './macros/macros.ts'
import { OptionList, type OptionRow } from './OptionList.tsx'
import styles from './Palette.module.css'
import { useActiveOption } from './use-active-option.ts'

interface Props {
  readonly text: string
  readonly targetOverride: ActionTarget | null
  readonly line: RefObject<HTMLInputElement | null>
  onText(text: string): void
}

/** Everything that is found for a line: what is known here, then what the server knows. */
function usePaletteItems({ text, targetOverride }: Props): {
  sections: readonly PaletteSection[]
  target: ActionTarget | null
} {
  const language = useLanguage()
  const currentTarget = useActionTarget()
  const target = targetOverride ?? currentTarget
  const { supportPinyinSearch } = usePreferences()
  const { entries, pinned } = useSnapshot(commandHistory as { entries: object; pinned: object }) // only whether they change
  const { all } = useSnapshot(macroState as { all: object }) // as above
  const known = useMemo(
    () => (entries && pinned && all ? findItems(text, target, { language, pinyin: supportPinyinSearch }) : []),
    [text, target, language, supportPinyinSearch, entries, pinned, all],
  )
  const pasted = usePastedItems(text)
  const records = useRecordItems(text)
  const lookUps = useLookUpItems(text)
  const sections = useMemo(() => [...known, ...pasted, ...records, ...lookUps], [known, pasted, records, lookUps])
  return { sections, target }
}

/** Copies the link of a command that was found, with what would be begun with. */
function copyItemLink({ action }: PaletteItem, targetOverride: ActionTarget | null): void {
  if (action.to !== 'command' && action.to !== 'why') return
  const { command, given } = action
  const meant = given?.target ?? targetOverride ?? currentTarget()
  const target = command.rows && targetOfNoun(meant, command.rows.noun)
  void copyLink({ command, target, args: given?.args ?? {} })
}

interface SearchKeysOptions extends Pick<Props, 'text' | 'targetOverride' | 'onText'> {
  readonly chosen: PaletteItem | undefined
  readonly moved: boolean
  readonly settled: (found: PaletteItem) => boolean
  move(by: number): void
}

/** What keys do while something is looked for. */
function searchKeys({ text, targetOverride, onText, chosen, moved, settled, move }: SearchKeysOptions): KeyBinding[] {
  const enter = (keepOpen: boolean) => chosen && settled(chosen) && activateItem(chosen, { targetOverride, keepOpen })
  const complete = () => {
    if (!chosen) return
    if (chosen.action.to === 'page') onText(`:${chosen.title.text} `)
    else activateItem(chosen, { targetOverride })
  }
  const empty = text === ''
  return [
    { id: 'palette.down', keys: 'down', run: () => move(1), repeats: true },
    { id: 'palette.up', keys: 'up', run: () => (empty && !moved ? onText('!') : move(-1)), repeats: true },
    { id: 'palette.run', keys: 'enter', run: () => void enter(false) },
    { id: 'palette.stay', keys: 'mod+enter', run: () => void enter(true) },
    { id: 'palette.more', keys: 'alt+enter', run: () => chosen?.action.to === 'run' && chosen.action.more?.() },
    { id: 'palette.pin', keys: 'mod+b', run: () => chosen && togglePin(chosen) },
    { id: 'palette.copyLink', keys: 'mod+shift+l', run: () => chosen && copyItemLink(chosen, targetOverride) },
    { id: 'palette.back', keys: 'escape', run: () => (empty ? closePalette() : onText('')) },
    ...(empty ? [] : [{ id: 'palette.complete', keys: 'tab' as const, run: complete }]),
    ...(empty && targetOverride
      ? [
          {
            id: 'palette.out',
            keys: 'backspace' as const,
            run: () => void goToStep({ at: 'search', targetOverride: null }),
          },
        ]
      : []),
  ]
}

const rowCache = new WeakMap<PaletteSection, readonly OptionRow[]>()

/** The rows of a section: the same as before while it is the same, so that what comes later has nothing drawn again. */
function rowsOf(section: PaletteSection): readonly OptionRow[] {
  const known = rowCache.get(section)
  if (known) return known
  const choices = section.items.map((one) => ({
    id: one.id,
    disabled: !isReachable(one),
    node: <ItemRow found={one} />,
  }))
  rowCache.set(section, choices)
  return choices
}

/** What is found for the line, and the keys that move through it. */
export function SearchStep(props: Props) {
  const { text, targetOverride, line } = props
  const { say } = useText()
  const { sections, target } = usePaletteItems(props)
  const all = sections.flatMap(({ items }) => items)
  const settled = useSettledItems(all)
  const open = all.filter(isReachable).map(({ id }) => id)
  const leading = firstSelectable(sections, parseQuery(text).typed !== '')
  const { chosen, move, moved, reach } = useActiveOption(open, leading, text)
  const count = target?.count ?? 0
  const rows = useMemo(
    () =>
      sections.map((section) => ({
        heading: say(`command.section.${section.name}`, { count: section.count ?? count }),
        choices: rowsOf(section),
      })),
    [sections, count, say],
  )
  const byId = (id: string | null) => all.find((one) => one.id === id)
  useKeys('palette', searchKeys({ ...props, chosen: byId(chosen), moved, settled, move }))
  const click = (id: string) => {
    const found = byId(id)
    if (found) activateItem(found, { targetOverride })
  }
  return (
    <>
      <OptionList
        line={line}
        label={say('command.found')}
        chosen={chosen}
        onChoose={click}
        more={{ said: (count) => say('command.andMore', { count }), reach }}
        sections={rows}
      />
      {all.length === 0 && <EmptyResult text={text} />}
    </>
  )
}

/** Why nothing stands there. */
function EmptyResult({ text }: { text: string }) {
  const { say } = useText()
  const { prefix, typed } = parseQuery(text)
  const few = (prefix === '#' || prefix === '@') && typed.length < 3
  const why =
    prefix === '?' && typed !== '' ? 'noneOfYours' : few ? 'typeMore' : prefix === '/' ? 'noListHere' : 'nothingFound'
  return (
    <p className={styles.said} role="status">
      {say(`command.${why}`, { text: typed })}
    </p>
  )
}
