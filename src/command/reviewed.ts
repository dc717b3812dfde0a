import type { Step } from './palette.ts'

type Review = Extract<Step, { at: 'review' }>

/** Enter is not heard for so long after a review appears: nobody has read it yet. */
const unreadMs = 400

/** Whether there was time to read what is reviewed. */
export const isRead = ({ since }: Review): boolean => performance.now() - since >= unreadMs

/** Whether what is reviewed may be carried out: it was rehearsed, and something would be done. */
export const runs = ({ rehearses, preview }: Review): boolean =>
  !rehearses || (preview !== null && preview.eligible > 0 && !preview.hindrance)

/** What has to be typed before something runs that stays for good: how many rows, or the id of the one. */
export function proofOf({ draft: { command, meant }, preview }: Review): string | null {
  if (command.risk !== 'irreversible') return null
  if (!meant) return command.id
  const [row] = meant.known
  return meant.count === 1 && row ? row.id : String(preview?.eligible ?? 0)
}

/** Whether what was typed is what has to be. */
export const isProved = (step: Review, typed: string): boolean => [null, typed.trim()].includes(proofOf(step))
