import { ref } from 'valtio'
import type { Draft } from '#src/command/arguments/draft.ts'
import { openSearch, paletteState } from '#src/command/run/palette-state.ts'
import { onExpiry, onSignIn, onUserGone } from '#src/session/base/session.ts'

/** Interrupted draft: what was being typed, or was on its way and did not arrive, when a session ran out. */
let interrupted: Draft | null = null
/** What had been left unfinished before that. */
let leftBefore: Draft | null = null

onExpiry(() => {
  const { step } = paletteState
  interrupted = 'draft' in step && step.at !== 'outcome' ? step.draft : null
  leftBefore = paletteState.unfinished
})
onSignIn(() => {
  if (interrupted ?? leftBefore) paletteState.unfinished = ref((interrupted ?? leftBefore)!)
  if (interrupted) openSearch()
  interrupted = null
  leftBefore = null
})
onUserGone(() => {
  interrupted = null
  leftBefore = null
})
