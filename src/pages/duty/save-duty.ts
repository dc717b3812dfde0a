import { duty } from '#contract/duty.ts'
import { CallFailed } from '#src/call/call.ts'
import { queryClient } from '#src/call/query-client.ts'
import { submitCall } from '#src/command/run/submit-call.ts'
import { say } from '#src/locale/text.ts'
import { toast } from '#src/ui/feedback/toast.ts'
import { type DutyWeek, rebase, toInput } from './duty-draft.ts'
import { changeDraft, currentDraft, forgetSaved, hasChanges } from './duty-session.ts'

let saving = false

/** The week as the server has it now. */
async function fetchAgain({ days }: DutyWeek): Promise<DutyWeek | undefined> {
  await queryClient.refetchQueries({ queryKey: ['duty'] })
  const known = queryClient.getQueriesData<DutyWeek>({ queryKey: ['duty', duty.week.id] })
  return known.map(([, week]) => week).find((week) => week?.days[0] === days[0])
}

/**
 * Saves every change at once. Where somebody else was faster it is said whose duty that is, nothing is saved, and what they
 * have changed is shown as it is now; the other changes stay. Answers whether all is saved.
 */
export async function saveDraft(week: DutyWeek): Promise<boolean> {
  if (saving) return false
  if (!hasChanges()) {
    toast('info', say('duty.nothingToSave'))
    return true
  }
  saving = true
  try {
    const saved = currentDraft()
    const { told } = await submitCall(duty.save, toInput(saved))
    // kept until it is read back: without, the grid would show for a moment what was before
    await queryClient.refetchQueries({ queryKey: ['duty'], type: 'active' })
    forgetSaved(saved)
    toast(told.length > 0 ? 'warn' : 'good', [say('duty.save.done'), ...told].join(' · '))
    return true
  } catch (error) {
    if (!(error instanceof CallFailed) || error.fault !== 'duty_changed') return false // it was said why
    const now = await fetchAgain(week)
    if (now) changeDraft(rebase(currentDraft(), now))
    return false
  } finally {
    saving = false
  }
}
