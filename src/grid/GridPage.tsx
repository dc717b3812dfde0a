import { type ReactNode, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { useWordsRevision } from '#src/locale/words.ts'
import { may } from '#src/session/base/session.ts'
import { Notice } from '#src/ui/feedback/Notice.tsx'
import { appearance } from '#src/ui/theme/theme.ts'
import { focusRows } from './actions/focus.ts'
import { Cards } from './cards/Cards.tsx'
import type { Grid } from './define.ts'
import { EmptyStates } from './EmptyStates.tsx'
import styles from './GridPage.module.css'
import { useGridModel } from './hooks/use-grid-model.ts'
import { useIsNarrow } from './hooks/use-is-narrow.ts'
import { useBottomBar } from './hooks/use-status-line.ts'
import type { GridModel } from './model/grid-model.ts'
import { storedPaged, storePaged } from './model/local-store.ts'
import { Peek } from './peek/Peek.tsx'
import { Popovers } from './popovers/Popovers.tsx'
import { usePopover } from './popovers/use-popover.ts'
import { Rows } from './Rows.tsx'
import { Toolbar } from './toolbar/Toolbar.tsx'
import { ToolbarButtons } from './toolbar/ToolbarButtons.tsx'
import { ViewBar } from './toolbar/ViewBar.tsx'

interface Props {
  readonly grid: Grid
  /** Buttons of this list beside those of every list. */
  readonly toolbar?: ReactNode
}

interface BodyProps {
  readonly model: GridModel
  readonly children: ReactNode
}

/** The rows, what stands in their place, and a look at the one under the cursor. */
function Body({ model, children }: BodyProps) {
  const { peek, waiting } = useSnapshot(model.state)
  return (
    <div className={styles.body} aria-busy={waiting} data-waiting={waiting || undefined}>
      <div className={styles.rows}>
        {children}
        <EmptyStates model={model} />
      </div>
      {peek && <Peek model={model} />}
    </div>
  )
}

/** Whether a list is read page by page, as somebody left it. */
function usePaged(grid: Grid) {
  const [paged, setPaged] = useState(() => storedPaged(grid))
  const page = (on: boolean) => {
    storePaged(grid, on)
    setPaged(on)
  }
  return [paged, page] as const
}

/** A list: what it is filtered by, and its rows as a table or as cards. */
function List({ grid, toolbar }: Props) {
  const [filtering, setFiltering] = useState(false)
  const model = useGridModel(grid, filtering)
  const [paged, page] = usePaged(grid)
  const line = useRef<{ focus(): void }>(null)
  const narrow = useIsNarrow()
  const [selecting, setSelecting] = useState(false)
  const leave = () => focusRows(model)
  const opening = usePopover(leave)
  const select = () => setSelecting((now) => !now)
  useBottomBar({ filter: () => opening.open('form'), select, selecting }, narrow)
  const language = useLanguage()
  const words = useWordsRevision()
  const { size } = useSnapshot(appearance)
  return (
    <div className={styles.page}>
      <Toolbar model={model} line={line} opening={opening} onFilterFocus={setFiltering} onLeave={leave}>
        <ToolbarButtons model={model} opening={opening}>
          {toolbar}
        </ToolbarButtons>
      </Toolbar>
      <ViewBar model={model} opening={opening} onChosen={leave} />
      <Body model={model}>
        {narrow ? (
          <Cards model={model} selecting={selecting} />
        ) : (
          // AG Grid reads its texts, its paging and the widths that text needs once
          <Rows
            key={`${language} ${words} ${paged} ${size}`}
            model={model}
            paged={paged}
            line={line}
            opening={opening}
          />
        )}
      </Body>
      <Popovers model={model} opening={opening} paged={paged} onPaged={page} />
    </div>
  )
}

/** The page of a list, for whoever may see it. */
export function GridPage(props: Props) {
  const { text } = useText()
  if (may(props.grid.listing.requires)) return <List {...props} />
  return (
    <div className={styles.denied}>
      <Notice title={text('faults.forbidden')} />
    </div>
  )
}
