import { proxy, useSnapshot } from 'valtio'
import { exports, type Made } from '#contract/exports.ts'
import { announce } from '#src/call/announce.ts'
import { call } from '#src/call/call.ts'
import { text } from '#src/locale/text.ts'
import { onSignOut } from '#src/session/session.ts'
import { toast } from '#src/ui/toast.ts'

/** Files that are being made, or can be fetched, since this window was opened; the newest last. */
const state = proxy<{ files: Made[] }>({ files: [] })
onSignOut(() => {
  state.files = []
})

/** How often a file that is being made is asked how far it has come, in milliseconds. */
const askMs = 1_000

const put = (made: Made): void => {
  const at = state.files.findIndex(({ id }) => id === made.id)
  if (at < 0) state.files.push(made)
  else state.files[at] = made
}
const isFollowed = ({ id }: Made): boolean => state.files.some((one) => one.id === id)

async function ask(made: Made): Promise<void> {
  if (!isFollowed(made)) return
  // a call that fails is made again: the file is made in any case
  const now = await call(exports.get, { id: made.id }).catch(() => made)
  if (!isFollowed(made)) return
  put(now)
  if (now.state === 'making') setTimeout(() => void ask(now), askMs)
  else if (now.state === 'done') toast('good', text('grid.fileMade', { name: now.name }))
  else toast('bad', text('grid.fileFailed', { name: now.name }))
}

/** Shows how far a file has come until it can be fetched, whatever list is in front. */
export function follow(made: Made): void {
  put(made)
  setTimeout(() => void ask(made), askMs)
}

/** Gives a file up, whether or not it is made already. */
export function giveUp({ id }: Made): void {
  state.files = state.files.filter((one) => one.id !== id)
  call(exports.stop, { id }).catch(announce)
}

/** Lets go of a file that was fetched. */
export const letGo = (id: string): void => {
  state.files = state.files.filter((one) => one.id !== id)
}

/** The files that are being made or can be fetched. */
export const useMade = (): readonly Made[] => useSnapshot(state).files
