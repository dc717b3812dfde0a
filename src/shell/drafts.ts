import { ref } from 'valtio'
import { type Draft, palette, search } from '#src/command/palette.ts'
import { onExpiry, onGone, onSignIn } from '#src/session/session.ts'

/** What was being typed, or was on its way and did not arrive, when a session ran out. */
let begun: Draft | null = null
/** What had been left unfinished before that. */
let left: Draft | null = null

onExpiry(() => {
  const { step } = palette
  begun = 'draft' in step && step.at !== 'outcome' ? step.draft : null
  left = palette.left
})
onSignIn(() => {
  if (begun ?? left) palette.left = ref((begun ?? left)!)
  if (begun) search()
  begun = null
  left = null
})
onGone(() => {
  begun = null
  left = null
})
