import { useEffect, useRef } from 'react'
import { offerPageActions, type PageActions } from '#src/command/page-actions.ts'
import styles from './Duty.module.css'
import { DutyGrid } from './DutyGrid.tsx'
import { DutyToolbar } from './DutyToolbar.tsx'
import type { DutyWeek } from './duty-draft.ts'
import { LeaveDialog } from './LeaveDialog.tsx'
import { MendPanel } from './MendPanel.tsx'
import type { DutyAddress } from './use-duty-address.ts'
import { useDutyBoard } from './use-duty-board.ts'
import { useDutyKeys } from './use-duty-keys.ts'

interface Props {
  readonly week: DutyWeek
  readonly address: DutyAddress
  show(part: Partial<DutyAddress>): void
}

/** The page once its week is there: what is shown above, the people in the middle, what is to mend beside them. */
export function DutyBoard({ week, address, show }: Props) {
  const board = useDutyBoard(week, address, show)
  const name = useRef<HTMLInputElement>(null)
  useDutyKeys(board, () => name.current?.focus())
  const latest = useRef(board)
  latest.current = board
  useEffect(() => {
    const run = (act: (now: typeof board) => unknown) => () => void act(latest.current)
    const actions: PageActions = {
      save: run(({ save }) => save()),
      discard: run(({ discard }) => discard()),
      copyLastWeek: run(({ copyWeek }) => copyWeek()),
      nextWeek: run(({ goWeeks }) => goWeeks(1)),
      previousWeek: run(({ goWeeks }) => goWeeks(-1)),
      thisWeek: run(({ goToday }) => goToday()),
    }
    return offerPageActions('duty', actions)
  }, [])
  return (
    <div className={styles.page}>
      <DutyToolbar board={board} name={name} />
      <DutyGrid board={board} />
      <MendPanel board={board} />
      <LeaveDialog save={board.save} />
    </div>
  )
}
