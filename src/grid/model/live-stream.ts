import { proxy } from 'valtio'
import { onSignOut } from '#src/session/base/session.ts'

/** Rows of a noun that changed: their ids and versions, or nothing but that some did. */
export interface RowsChanged {
  readonly noun: string
  readonly rows: readonly { readonly id: string; readonly version: number }[] | null
}
type RowsListener = (changed: RowsChanged) => void

const listeners = new Set<RowsListener>()
/** Nobody knows what was missed before a stream was open, be it the first one or the next after a break. */
const missed: RowsChanged = { noun: '*', rows: null }
/** The stream has broken off: nothing is heard until the next one is open. */
const broken: RowsChanged = { noun: '!', rows: null }
/** Whether changes are heard as they happen. */
export const liveState = proxy({ isLost: false })

const notifyListeners = (changed: RowsChanged): void => {
  if (changed.noun === broken.noun) liveState.isLost = true
  if (changed.noun === missed.noun) liveState.isLost = false
  for (const hear of listeners) hear(changed)
}

/** What is told when the session of this browser has ended on the server. */
const sessionOver: RowsChanged = { noun: 'session', rows: null }
/** How long to wait before another stream is asked for, where the server has ended one. */
const againMs = 10_000

/** Opens a stream, and again where the server ends it. Answers how to close it. */
function openStream(hear: RowsListener): () => void {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  const open = () => {
    source = new EventSource('/api/live')
    source.onmessage = ({ data }: MessageEvent<string>) => hear(JSON.parse(data) as RowsChanged) // what our server sends
    source.onopen = () => hear(missed)
    source.addEventListener('over', () => hear(sessionOver))
    source.onerror = () => {
      hear(broken)
      // the browser tries again by itself unless it was refused
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, againMs)
    }
  }
  open()
  return () => {
    clearTimeout(timer)
    source.close()
  }
}

/**
 * Has one window of this browser hold the stream and tell the others. Where a browser cannot agree on one, every window
 * holds its own.
 */
function shareStream(): () => void {
  const channel = new BroadcastChannel('lendline-live')
  channel.onmessage = ({ data }: MessageEvent<RowsChanged>) => notifyListeners(data)
  const hold = () =>
    openStream((changed) => {
      notifyListeners(changed)
      channel.postMessage(changed)
    })
  const leaving = new AbortController()
  if (navigator.locks) {
    const held = () =>
      new Promise<void>((release) => {
        const close = hold()
        leaving.signal.addEventListener('abort', () => {
          close()
          release()
        })
      })
    navigator.locks.request('lendline-live', { signal: leaving.signal }, held).catch(() => {}) // left before it was ours
  } else leaving.signal.addEventListener('abort', openStream(notifyListeners))
  return () => {
    leaving.abort()
    channel.close()
  }
}

/** How long a stream stays open that nobody listens to: whoever goes from one list to another is back at once. */
const lingerMs = 5_000

let closeShared: (() => void) | null = null
let lingering: ReturnType<typeof setTimeout> | undefined
function closeStream(): void {
  clearTimeout(lingering)
  closeShared?.()
  closeShared = null
}
onSignOut(closeStream)

/**
 * Subscribes to server-sent events: calls `hear` whenever rows of `noun` change (`sure`), or may have. Answers how to
 * stop.
 */
export function onRowsChanged(noun: string, hear: (rows: RowsChanged['rows'], sure: boolean) => void): () => void {
  const mine: RowsListener = (changed) => {
    if (changed.noun === noun || changed.noun === missed.noun) hear(changed.rows, changed.noun === noun)
  }
  listeners.add(mine)
  clearTimeout(lingering)
  closeShared ??= shareStream()
  return () => {
    listeners.delete(mine)
    if (listeners.size === 0) lingering = setTimeout(closeStream, lingerMs)
  }
}
