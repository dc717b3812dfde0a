import { SlidersHorizontal } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { useSnapshot } from 'valtio'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Popover } from '#src/ui/Popover.tsx'
import { FilterForm } from '../filter/FilterForm.tsx'
import { FilterLine } from '../filter/FilterLine.tsx'
import type { Sheet } from '../sheet.ts'
import styles from './Head.module.css'

interface Props {
  readonly sheet: Sheet
  readonly line: RefObject<{ focus(): void } | null>
  onFilterFocus(focused: boolean): void
  onLeave(): void
  /** Opens the filter as a form. */
  readonly form: RefObject<HTMLButtonElement | null>
  /** Buttons at the end. */
  readonly children: ReactNode
}

/** What list this is, how many rows it has, and the filter over it. */
export function Head({ sheet, line, onFilterFocus, onLeave, form, children }: Props) {
  const { text, say } = useText()
  const { count } = useSnapshot(sheet.state)
  const language = useLanguage()
  return (
    <div className={styles.head}>
      <h1>{say(`menu.${sheet.grid.page}`)}</h1>
      <span className={styles.count}>{count?.toLocaleString(language)}</span>
      <FilterLine sheet={sheet} handle={line} onFocus={onFilterFocus} onLeave={onLeave}>
        <Popover
          label={text('grid.form')}
          trigger={
            <IconButton ref={form} label={text('grid.form')}>
              <SlidersHorizontal size={14} aria-hidden="true" />
            </IconButton>
          }
        >
          <FilterForm sheet={sheet} />
        </Popover>
      </FilterLine>
      {children}
    </div>
  )
}
