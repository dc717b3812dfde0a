import { type ReactNode, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { may } from '#src/session/session.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { Cards } from './cards/Cards.tsx'
import type { Grid } from './define.ts'
import styles from './GridPage.module.css'
import { Head } from './head/Head.tsx'
import { Tools } from './head/Tools.tsx'
import { Views } from './head/Views.tsx'
import { keepPaged, keptPaged } from './keeping.ts'
import { useNarrow } from './narrow.ts'
import { openRow } from './opening.ts'
import { Peek } from './peek/Peek.tsx'
import { Rows } from './Rows.tsx'
import { States } from './States.tsx'
import { useSheet } from './sheet-state.ts'
import { useThumb } from './status.ts'

interface Props {
  readonly grid: Grid
  /** Buttons of this list beside those of every list. */
  readonly toolbar?: ReactNode
}

/** A list: what it is filtered by, its rows as a table or as cards, and a look at the one under the cursor. */
function List({ grid, toolbar }: Props) {
  const [filtering, setFiltering] = useState(false)
  const sheet = useSheet(grid, filtering)
  const { peek, waiting } = useSnapshot(sheet.state)
  const [paged, setPaged] = useState(() => keptPaged(grid))
  const line = useRef<{ focus(): void }>(null)
  const columns = useRef<HTMLButtonElement>(null)
  const form = useRef<HTMLButtonElement>(null)
  const narrow = useNarrow()
  const [selecting, setSelecting] = useState(false)
  useThumb({ filter: () => form.current?.click(), select: () => setSelecting((now) => !now) }, narrow)
  const language = useLanguage()
  const toRows = () => sheet.surface?.point(sheet.state.cursor, true)
  const page = (on: boolean) => {
    keepPaged(grid, on)
    setPaged(on)
  }
  return (
    <div className={styles.page}>
      <Head sheet={sheet} line={line} form={form} onFilterFocus={setFiltering} onLeave={toRows}>
        <Tools sheet={sheet} paged={paged} onPaged={page} columns={columns}>
          {toolbar}
        </Tools>
      </Head>
      <Views sheet={sheet} onChosen={toRows} />
      <div className={styles.body} aria-busy={waiting} data-waiting={waiting || undefined}>
        <div className={styles.rows}>
          {narrow ? (
            <Cards sheet={sheet} selecting={selecting} onOpen={() => openRow(sheet)} />
          ) : (
            // AG Grid reads its texts and its paging once
            <Rows key={`${language} ${paged}`} sheet={sheet} paged={paged} line={line} columns={columns} />
          )}
          <States sheet={sheet} />
        </div>
        {peek && !narrow && <Peek sheet={sheet} />}
      </div>
    </div>
  )
}

/** The page of a list, for whoever may see it. */
export function GridPage(props: Props) {
  const { text } = useText()
  if (may(props.grid.listing.may)) return <List {...props} />
  return <Notice title={text('faults.forbidden')} />
}
