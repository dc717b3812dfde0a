// Whether somebody is at the console: what they do themselves counts, not what the console does by itself.

/** Every tab of this browser writes down here when somebody last did something: they have one session. */
const key = 'lendline.seen'
/** Whoever did something so lately is there: what is asked of the server now is asked for them. */
const presentMs = 60_000
/** A key that is held down need not be written down each time. */
const writtenMs = 1_000
let here = 0
let written = 0
let told = 0

/**
 * Last activity: when somebody last did something in any tab, in milliseconds. What is no time, or lies ahead, is
 * garbage.
 */
export function lastActivityAt(): number {
  try {
    const kept = Number(localStorage.getItem(key)) || 0
    return kept > Date.now() ? here : Math.max(here, kept)
  } catch {
    return here // no storage: then each tab counts for itself
  }
}

/** Records activity: somebody did something in this tab. */
export function recordActivity(at: number): void {
  here = Math.max(here, at)
  if (at - written < writtenMs) return
  written = at
  try {
    localStorage.setItem(key, String(Math.max(here, lastActivityAt())))
  } catch {} // as above
}

/** Whether a call that is made now is made for somebody who is there. The server counts it as theirs, and only then. */
export function isUserPresent(now = Date.now()): boolean {
  const there = now - lastActivityAt() < presentMs
  if (there) told = now
  return there
}

/** Whether somebody did something in this tab that the server has not heard of since. */
export const hasUnreportedActivity = (): boolean => here > told
/** When the server last heard of somebody who is there. */
export const reportedAt = (): number => told
