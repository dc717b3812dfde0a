import { proxy, useSnapshot } from 'valtio'
import { type ExportFile, exports } from '#contract/exports.ts'
import { call } from '#src/call/call.ts'
import { showError } from '#src/call/show-error.ts'
import { text } from '#src/locale/text.ts'
import { onSignOut } from '#src/session/base/session.ts'
import { toast } from '#src/ui/feedback/toast.ts'

/** Files that are being made, or can be fetched, since this window was opened; the newest last. */
const state = proxy<{ files: ExportFile[] }>({ files: [] })
onSignOut(() => {
  state.files = []
})

/** How often a file that is being made is asked how far it has come, in milliseconds. */
const pollMs = 1_000

const upsertFileJob = (made: ExportFile): void => {
  const at = state.files.findIndex(({ id }) => id === made.id)
  if (at < 0) state.files.push(made)
  else state.files[at] = made
}
const isTracked = ({ id }: ExportFile): boolean => state.files.some((one) => one.id === id)

async function pollFileJob(made: ExportFile): Promise<void> {
  if (!isTracked(made)) return
  // a call that fails is made again: the file is made in any case
  const now = await call(exports.get, { id: made.id }).catch(() => made)
  if (!isTracked(made)) return
  upsertFileJob(now)
  if (now.state === 'making') setTimeout(() => void pollFileJob(now), pollMs)
  else if (now.state === 'done') toast('good', text('grid.fileMade', { name: now.name }))
  else toast('bad', text('grid.fileFailed', { name: now.name }))
}

/** Tracks a file job: shows how far a file has come until it can be fetched, whatever list is in front. */
export function trackFileJob(made: ExportFile): void {
  upsertFileJob(made)
  setTimeout(() => void pollFileJob(made), pollMs)
}

/** Cancels a file job, whether or not its file is made already. */
export function cancelFileJob({ id }: ExportFile): void {
  state.files = state.files.filter((one) => one.id !== id)
  call(exports.stop, { id }).catch(showError)
}

/** Dismisses a file that was downloaded. */
export const dismissFileJob = (id: string): void => {
  state.files = state.files.filter((one) => one.id !== id)
}

/** The files that are being made or can be fetched. */
export const useFileJobs = (): readonly ExportFile[] => useSnapshot(state).files
