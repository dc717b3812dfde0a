import { proxy } from 'valtio'
import { onSignOut } from '#src/session/session.ts'
import type { Draft } from './palette.ts'
import type { Use } from './search/frecency.ts'

/** One use of a command: what it was, on how many rows, when. */
export interface Past extends Use {
  readonly count: number
  /** What was given for its arguments, as it stood on the screen. */
  readonly shown: readonly string[]
}

const keptMax = 200

/** What was done since signing in, newest first. Gone with the session. */
export const history = proxy<{ past: Past[] }>({ past: [] })
onSignOut(() => {
  history.past = []
})

/** Writes down that a command was run, or a page gone to. */
export function note(id: string, count = 0, shown: readonly string[] = []): void {
  history.past = [{ id, at: Date.now(), count, shown }, ...history.past].slice(0, keptMax)
}

/** Writes down that a draft was carried out. */
export const remember = ({ command, meant, shown }: Draft): void =>
  note(command.id, meant?.count ?? 0, Object.values(shown))
