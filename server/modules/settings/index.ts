import { settings } from '#contract/settings.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { saveSettings, settingsOf } from './steps.ts'

/** Handlers of `settings`: what people set for themselves. */
export default implement(settings, {
  async save(given, { tx, actor }) {
    await saveSettings(tx, actor.id, given)
    return settingsOf(tx, actor.id)
  },
})
