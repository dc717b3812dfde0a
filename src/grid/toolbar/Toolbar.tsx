import { Ellipsis, SlidersHorizontal } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { useSnapshot } from 'valtio'
import { localeOf } from '#contract/kernel/format.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { FilterLine } from '../filter/FilterLine.tsx'
import { useIsNarrow } from '../hooks/use-is-narrow.ts'
import type { GridModel } from '../model/grid-model.ts'
import type { PopoverState } from '../popovers/use-popover.ts'
import styles from './Toolbar.module.css'

interface Props {
  readonly model: GridModel
  readonly line: RefObject<{ focus(): void } | null>
  readonly opening: PopoverState
  onFilterFocus(focused: boolean): void
  onLeave(): void
  /** Buttons at the end. */
  readonly children: ReactNode
}

/** What list this is, how many rows it has, and the filter over it. */
export function Toolbar({ model, line, opening, onFilterFocus, onLeave, children }: Props) {
  const { text, say } = useText()
  const { count } = useSnapshot(model.state)
  const language = useLanguage()
  const narrow = useIsNarrow()
  return (
    <div className={styles.head}>
      <h1>{say(`menu.${model.grid.page}`)}</h1>
      <span className={styles.count}>{count?.toLocaleString(localeOf(language))}</span>
      <FilterLine model={model} handle={line} onFocus={onFilterFocus} onLeave={onLeave}>
        <IconButton label={text('grid.form')} {...opening.button('form')}>
          <SlidersHorizontal size={14} aria-hidden="true" />
        </IconButton>
        {narrow && (
          <IconButton label={text('grid.more')} {...opening.button('more')}>
            <Ellipsis size={14} aria-hidden="true" />
          </IconButton>
        )}
      </FilterLine>
      {!narrow && children}
    </div>
  )
}
