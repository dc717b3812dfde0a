import type { AiOutcome } from '#contract/ai-outcomes.ts'
import { sha256 } from '#server/kernel/base/secrets.ts'

/** What a robot of the sandbox tells of a call next, and after how long. */
export interface RobotStep {
  readonly event: 'answered' | 'ended'
  readonly afterMs: number
}

/** How the sandbox treats one call of a robot. */
interface RobotScript {
  readonly outcome: AiOutcome
  readonly steps: readonly RobotStep[]
}

/** The last four digits of numbers whose calls always come to the same, for demonstrations and tests. */
const byEnding: Readonly<Record<string, AiOutcome>> = {
  ...{ '0011': 'a', '0012': 'b', '0013': 'c', '0014': 'd', '0015': 'e', '0016': 'f', '0017': 'g', '0018': 'h' },
  ...{ '0019': 'a', '0020': 'e', '0021': 'f' },
}
/** Of these it is told so late that it was given up; twice; never. */
const [late, twice, never] = ['0019', '0020', '0021']
/** What other calls come to, by chance: most are not connected. */
const drawn: readonly AiOutcome[] = ['f', 'a', 'f', 'b', 'g', 'e', 'f', 'c', 'a', 'f', 'b', 'g', 'f', 'd', 'a', 'h']

const unanswered: readonly AiOutcome[] = ['f']
const lateMs = 10 * 60_000
/** How many steps of the sandbox's clock a robot speaks. */
const talkSteps = 8

/** The fate of a call: by the number that is called, else by its id. */
export function robotScriptOf(callId: string, to: string, { delayMs }: { readonly delayMs: number }): RobotScript {
  const ending = to.slice(-4)
  const chance = Number.parseInt(sha256(callId).slice(0, 4), 16)
  const outcome = byEnding[ending] ?? drawn[chance % drawn.length]!
  const answered = { event: 'answered', afterMs: 2 * delayMs } as const
  const ended = { event: 'ended', afterMs: talkSteps * delayMs } as const
  if (ending === never) return { outcome, steps: [] }
  if (ending === late) return { outcome, steps: [{ ...ended, afterMs: lateMs }] }
  if (ending === twice) return { outcome, steps: [answered, answered, ended, { ...ended, afterMs: 0 }] }
  return { outcome, steps: unanswered.includes(outcome) ? [ended] : [answered, ended] }
}
