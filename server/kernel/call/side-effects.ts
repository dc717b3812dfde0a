import type { SideEffect } from '#contract/batches.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { Currency, Money } from '#contract/kernel/values.ts'
import type { SideEffectAmount } from './context.ts'

/** Amounts added up by currency. */
export class Sums {
  readonly #minor = new Map<Currency, number>()

  add({ minor, currency }: Money): void {
    this.#minor.set(currency, (this.#minor.get(currency) ?? 0) + minor)
  }
  get all(): Money[] {
    return [...this.#minor].map(([currency, minor]) => ofMinor(minor, currency))
  }
}

/** What several calls say alike is said once, with how many they are. */
const counted = ([text, times]: readonly [string, number]): string => (times > 1 ? `${text} × ${times}` : text)

/** Side effects of calls, added up: amounts by currency, how many, or each in words. */
export function sumEffects(effects: readonly SideEffectAmount[]): SideEffect[] {
  const found = new Map<SideEffect['of'], { readonly sums: Sums; count: number; readonly texts: Map<string, number> }>()
  for (const { of, amount } of effects) {
    const effect = found.get(of) ?? { sums: new Sums(), count: 0, texts: new Map<string, number>() }
    found.set(of, effect)
    if (typeof amount === 'number') effect.count += amount
    else if (typeof amount === 'string') effect.texts.set(amount, (effect.texts.get(amount) ?? 0) + 1)
    else effect.sums.add(amount)
  }
  return [...found].map(([of, { sums, count, texts }]) => {
    return { of, sums: sums.all, count, ...(texts.size > 0 && { texts: [...texts].map(counted) }) }
  })
}
