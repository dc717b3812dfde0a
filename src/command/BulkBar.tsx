import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import bar from './BulkBar.module.css'
import { begin } from './executor.ts'
import { belongs, offerOf, possible } from './offer.ts'
import { allowed } from './registry.ts'
import { useMarked } from './scene.ts'

/** What can be done to the rows that are marked, as buttons. Nothing while none is. */
export function BulkBar() {
  const { say } = useText()
  const meant = useMarked()
  if (!meant) return null
  const offers = allowed()
    .filter((command) => command.rows?.on === 'each' && belongs(command, meant.noun))
    .map((command) => offerOf(command, meant))
    .filter((offer) => possible(offer, meant))
  if (offers.length === 0) return null
  return (
    <div className={bar.bar} role="toolbar" aria-label={say('command.rows', { count: meant.count })}>
      {offers.map(({ command }) => (
        <Button key={command.id} onClick={() => void begin(command)}>
          {say(command.id)}
        </Button>
      ))}
    </div>
  )
}
