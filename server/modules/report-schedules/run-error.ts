import { z } from 'zod'
import type { FaultValues } from '#contract/kernel/fault.ts'
import type { Refusal } from '#server/kernel/base/refusal.ts'
import type { Translate } from '#server/kernel/base/translations.ts'

/** Longest text that is kept of what has no key. */
const textMax = 500

const Stored = z.object({ fault: z.string(), values: z.record(z.string(), z.unknown()).optional() })

/** Why a file did not arrive, as it is kept: the key of the reason and its values, which people read in their language. */
export const storedFault = ({ fault, values }: Pick<Refusal, 'fault' | 'values'>): string =>
  JSON.stringify({ fault, values })

/** What went wrong without a reason that has a key: as it is. */
export const storedText = (text: string): string => text.slice(0, textMax)

function parse(stored: string) {
  try {
    return Stored.safeParse(JSON.parse(stored)).data
  } catch {
    return undefined // a text, of what broke or of earlier runs
  }
}

/** Why a file did not arrive, in the words of whoever reads it. */
export function errorText(stored: string | null, t: Translate): string | null {
  const told = stored === null ? undefined : parse(stored)
  return told ? t(`faults.${told.fault}`, told.values as FaultValues | undefined) : stored // as the refusal had them
}
