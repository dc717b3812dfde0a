import { ref } from 'valtio'
import { type Draft, palette } from '#src/command/palette.ts'
import { onExpiry, onGone, onSignIn } from '#src/session/session.ts'

/** What was on its way when a session ran out: what was sent did not arrive. */
let kept: Draft | null = null

onExpiry(() => {
  const { step, left } = palette
  kept = 'draft' in step ? step.draft : left
})
onSignIn(() => {
  if (kept) palette.left = ref(kept)
  kept = null
})
onGone(() => {
  kept = null
})
