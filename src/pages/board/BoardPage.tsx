import { type RefObject, useCallback, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { type Board, type BoardMeasure, board } from '#contract/board.ts'
import { QueryResult } from '#src/call/QueryResult.tsx'
import { useCall } from '#src/call/query-client.ts'
import { FilterField } from '#src/grid/filter/FilterField.tsx'
import { liveState } from '#src/grid/model/live-stream.ts'
import { useCountry } from '#src/locale/country.ts'
import { formatTime } from '#src/locale/format.ts'
import { useText } from '#src/locale/text.ts'
import { FullHeight } from '#src/shell/FullHeight.tsx'
import { PageTabs } from '#src/shell/tabs/PageTabs.tsx'
import { AgencyTable } from './AgencyTable.tsx'
import { AlertList } from './AlertList.tsx'
import styles from './Board.module.css'
import { FlowPanel } from './FlowPanel.tsx'
import { Headline } from './Headline.tsx'
import { moveFocus } from './move-focus.ts'
import { RollMatrix } from './RollMatrix.tsx'
import { StageTiles } from './StageTiles.tsx'
import { type BoardFilter, useBoardFilter } from './use-board-filter.ts'
import { useBoardKeys } from './use-board-keys.ts'
import { useLiveBoard } from './use-live-board.ts'

interface HeadProps {
  readonly at: Board['at']
  readonly explained: BoardMeasure | null
  readonly filter: BoardFilter
  readonly line: RefObject<HTMLInputElement | null>
  onLeave(): void
}

/** The title, which orders it is of, how fresh the numbers are, and what the one that was asked about means. */
function BoardHead({ at, explained, filter, line, onLeave }: HeadProps) {
  const { text, say } = useText()
  const country = useCountry()
  const { isLost } = useSnapshot(liveState)
  const time = formatTime(at, country)
  return (
    <header className={styles.head}>
      <h1>{text('menu.board')}</h1>
      <FilterField handle={line} applied={filter.line} reader={filter.reader} apply={filter.apply} onLeave={onLeave} />
      <p className={styles.live} data-lost={isLost || undefined}>
        {text(isLost ? 'board.lost' : 'board.live', { time })}
      </p>
      <p role="status" className={styles.meaning}>
        {explained && say(`board.meaning.${explained}`)}
      </p>
    </header>
  )
}

function BoardSections({ shown, filter }: { shown: Board; filter: BoardFilter }) {
  const page = useRef<HTMLDivElement>(null)
  const line = useRef<HTMLInputElement>(null)
  const [explained, setExplained] = useState<BoardMeasure | null>(null)
  const explain = useCallback(() => {
    const { number } = document.activeElement instanceof HTMLElement ? document.activeElement.dataset : {}
    const measure = (number as BoardMeasure | undefined) ?? null // as `NumberLink` writes it
    setExplained((before) => (before === measure ? null : measure))
  }, [])
  const toFilter = useCallback(() => line.current?.select(), [])
  useBoardKeys(page, shown.alerts, { explain, filter: toFilter })
  useLiveBoard()
  return (
    <div ref={page} className={styles.page}>
      <BoardHead
        at={shown.at}
        explained={explained}
        filter={filter}
        line={line}
        onLeave={() => moveFocus(page.current, 'down')}
      />
      <Headline board={shown} />
      <StageTiles stages={shown.stages} />
      <div className={styles.wide}>
        <RollMatrix rolls={shown.roll} stages={shown.stages} />
        <AlertList alerts={shown.alerts} />
      </div>
      <div className={styles.halves}>
        <FlowPanel days={shown.days} />
        <AgencyTable agencies={shown.agencies} />
      </div>
    </div>
  )
}

/** Post-loan board: how collection stands now; every number leads to the rows that it counts. */
export function BoardPage() {
  const filter = useBoardFilter()
  const query = useCall(board.read, { q: filter.q }, { keep: true })
  return (
    <FullHeight>
      <PageTabs page="board" titles={{}} />
      <QueryResult query={query}>{(shown) => <BoardSections shown={shown} filter={filter} />}</QueryResult>
    </FullHeight>
  )
}
