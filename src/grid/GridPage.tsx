import { type ReactNode, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { may } from '#src/session/session.ts'
import { look } from '#src/ui/look.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { Cards } from './cards/Cards.tsx'
import type { Grid } from './define.ts'
import { toRows } from './focus.ts'
import styles from './GridPage.module.css'
import { Head } from './head/Head.tsx'
import { Tools } from './head/Tools.tsx'
import { Views } from './head/Views.tsx'
import { keepPaged, keptPaged } from './keeping.ts'
import { useNarrow } from './narrow.ts'
import { Overs } from './over/Overs.tsx'
import { useOpened } from './over/opened.ts'
import { Peek } from './peek/Peek.tsx'
import { Rows } from './Rows.tsx'
import { States } from './States.tsx'
import type { Sheet } from './sheet.ts'
import { useSheet } from './sheet-state.ts'
import { useThumb } from './status.ts'

interface Props {
  readonly grid: Grid
  /** Buttons of this list beside those of every list. */
  readonly toolbar?: ReactNode
}

interface BodyProps {
  readonly sheet: Sheet
  readonly children: ReactNode
}

/** The rows, what stands in their place, and a look at the one under the cursor. */
function Body({ sheet, children }: BodyProps) {
  const { peek, waiting } = useSnapshot(sheet.state)
  return (
    <div className={styles.body} aria-busy={waiting} data-waiting={waiting || undefined}>
      <div className={styles.rows}>
        {children}
        <States sheet={sheet} />
      </div>
      {peek && <Peek sheet={sheet} />}
    </div>
  )
}

/** Whether a list is read page by page, as somebody left it. */
function usePaged(grid: Grid) {
  const [paged, setPaged] = useState(() => keptPaged(grid))
  const page = (on: boolean) => {
    keepPaged(grid, on)
    setPaged(on)
  }
  return [paged, page] as const
}

/** A list: what it is filtered by, and its rows as a table or as cards. */
function List({ grid, toolbar }: Props) {
  const [filtering, setFiltering] = useState(false)
  const sheet = useSheet(grid, filtering)
  const [paged, page] = usePaged(grid)
  const line = useRef<{ focus(): void }>(null)
  const narrow = useNarrow()
  const [selecting, setSelecting] = useState(false)
  const leave = () => toRows(sheet)
  const opening = useOpened(leave)
  useThumb({ filter: () => opening.open('form'), select: () => setSelecting((now) => !now) }, narrow)
  const language = useLanguage()
  const { size } = useSnapshot(look)
  return (
    <div className={styles.page}>
      <Head sheet={sheet} line={line} opening={opening} onFilterFocus={setFiltering} onLeave={leave}>
        <Tools sheet={sheet} opening={opening}>
          {toolbar}
        </Tools>
      </Head>
      <Views sheet={sheet} opening={opening} onChosen={leave} />
      <Body sheet={sheet}>
        {narrow ? (
          <Cards sheet={sheet} selecting={selecting} />
        ) : (
          // AG Grid reads its texts, its paging and the widths that text needs once
          <Rows key={`${language} ${paged} ${size}`} sheet={sheet} paged={paged} line={line} opening={opening} />
        )}
      </Body>
      <Overs sheet={sheet} opening={opening} paged={paged} onPaged={page} />
    </div>
  )
}

/** The page of a list, for whoever may see it. */
export function GridPage(props: Props) {
  const { text } = useText()
  if (may(props.grid.listing.may)) return <List {...props} />
  return (
    <div className={styles.denied}>
      <Notice title={text('faults.forbidden')} />
    </div>
  )
}
