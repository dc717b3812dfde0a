import type { PaletteStep } from './palette-state.ts'

type Review = Extract<PaletteStep, { at: 'review' }>

/** Enter is not heard for so long after a review appears: nobody has read it yet. */
const readDelayMs = 400

/** Whether there was time to read what is reviewed. */
export const readLongEnough = ({ shownAt }: Review): boolean => performance.now() - shownAt >= readDelayMs

/** Whether what is reviewed may be carried out: it was rehearsed, and something would be done. */
export const canRun = ({ canRehearse, preview }: Review): boolean =>
  !canRehearse || (preview !== null && preview.eligible > 0 && !preview.blocker)

/** Whether what is reviewed may be asked for, where it may not be run alone. */
export const canRequestApproval = ({ preview }: Review): boolean =>
  preview !== null && preview.eligible > 0 && preview.blocker?.askable === true

/** What has to be typed before something runs that stays for good: how many rows, or the id of the one. */
export function confirmationTextOf({ draft: { command, target }, preview }: Review): string | null {
  if (command.risk !== 'irreversible') return null
  if (!target) return command.id
  const [row] = target.loadedRows
  return target.count === 1 && row ? row.id : String(preview?.eligible ?? 0)
}

/** Whether what was typed is what has to be. */
export const isConfirmed = (step: Review, typed: string): boolean =>
  [null, typed.trim()].includes(confirmationTextOf(step))

/** Whether a review has a line to type into: why it is asked for, or what has to be typed before it runs. */
export const hasTextField = (step: Review): boolean =>
  canRequestApproval(step) || (canRun(step) && confirmationTextOf(step) !== null)
