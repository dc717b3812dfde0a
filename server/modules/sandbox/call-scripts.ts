import type { CallEvent } from '#contract/calls.ts'
import { sha256 } from '#server/kernel/base/secrets.ts'

/** What the dialler of the sandbox tells of a call next, and after how long. */
export interface CallStep {
  readonly event: CallEvent['event']
  readonly afterMs: number
  /** Of an end: how long it was spoken, where that is not since it was answered. */
  readonly talkSeconds?: number
}

/** How the sandbox treats one call. */
interface CallScript {
  readonly steps: readonly CallStep[]
  /** Whether the customer calls back afterwards. */
  readonly callsBack?: boolean
}

type Script = (stepMs: number, talkMs: number) => CallScript
const step = (event: CallEvent['event'], afterMs: number, talkSeconds?: number): CallStep =>
  talkSeconds === undefined ? { event, afterMs } : { event, afterMs, talkSeconds }

const answered: Script = (stepMs, talkMs) => ({
  steps: [step('ringing', stepMs), step('answered', 2 * stepMs), step('ended', talkMs)],
})

/** Numbers that end so always meet the same fate, for demonstrations and tests; every other is answered. */
const fixed: Readonly<Record<string, Script>> = {
  '0002': (stepMs) => ({ steps: [step('busy', stepMs)] }),
  '0003': (stepMs) => ({ steps: [step('ringing', stepMs), step('noAnswer', 4 * stepMs)] }),
  '0004': () => ({ steps: [] }),
  // in the wrong order, and twice
  '0005': (stepMs) => ({
    steps: [
      ...[step('ended', stepMs, 20), step('answered', 0), step('answered', 0), step('ringing', 0)],
      step('ended', 0, 20),
    ],
  }),
  '0006': (stepMs) => ({ steps: [step('ringing', stepMs), step('noAnswer', 2 * stepMs)], callsBack: true }),
}

/** How many steps of the sandbox's clock somebody speaks, at least, and how many more they may. */
const [talkStepsMin, talkStepsMore] = [12, 24]

/** The fate of a call: by the number that is called. */
export function callScriptOf(callId: string, to: string, { delayMs }: { readonly delayMs: number }): CallScript {
  const talkSteps = talkStepsMin + (Number.parseInt(sha256(callId).slice(0, 4), 16) % talkStepsMore)
  return (fixed[to.slice(-4)] ?? answered)(delayMs, talkSteps * delayMs)
}

/** How long a customer waits before they call back, in steps of the sandbox's clock. */
const callBackSteps = 4

/** Somebody calls back: it rings, and is spoken. */
export const callBackScript = ({ delayMs }: { readonly delayMs: number }): readonly CallStep[] => [
  step('ringing', callBackSteps * delayMs),
  step('answered', 2 * delayMs),
  step('ended', talkStepsMin * delayMs),
]
