import { proxy, ref } from 'valtio'

const tones = ['good', 'info', 'warn', 'bad'] as const
export type ToastTone = (typeof tones)[number]

interface Options {
  readonly ms?: number
  /** It stands as long as this lasts, instead of for a time. */
  readonly until?: Promise<unknown>
  /** Something to do about it, in a button. */
  readonly action?: { readonly label: string; run(): void }
}

/** One thing to be said. */
export interface Toast extends Options {
  readonly tone: ToastTone
  readonly message: string
}

/** What is still to be said: whoever draws it takes it from here, and may come later than it does. */
export const toasts = proxy<{ waiting: Toast[]; wanted: boolean }>({ waiting: [], wanted: false })

/** Says something beside what the person is doing. Read out; errors and warnings at once. */
export function toast(tone: ToastTone, message: string, options: Options = {}): void {
  toasts.wanted = true
  toasts.waiting.push(ref({ tone, message, ...options }))
}

const key = 'toast'

/** Says something once the page has been loaded again. */
export function toastAfterReload(tone: ToastTone, message: string): void {
  sessionStorage.setItem(key, JSON.stringify({ tone, message }))
}

/** Says what was kept for after a reload. Anything else that stands there is garbage. */
export function showStoredToast(): void {
  const kept = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  try {
    const { tone, message } = JSON.parse(kept ?? '{}') as Partial<Toast> // anything, where somebody else wrote it
    if (tone && tones.includes(tone) && typeof message === 'string') toast(tone, message)
  } catch {} // as above
}
