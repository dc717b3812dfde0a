import { useMarkedTarget } from '#src/command/active-list.ts'
import { allowedCommands } from '#src/command/registry.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { appliesTo, availabilityOf, isAvailable } from './availability.ts'
import bar from './BulkBar.module.css'
import { startCommand } from './executor.ts'

/** What can be done to the rows that are marked, as buttons. Nothing while none is. */
export function BulkBar() {
  const { say } = useText()
  const target = useMarkedTarget()
  if (!target) return null
  const offers = allowedCommands()
    .filter((command) => command.rows?.on === 'each' && appliesTo(command, target.noun))
    .map((command) => availabilityOf(command, target))
    .filter((offer) => isAvailable(offer, target))
  if (offers.length === 0) return null
  return (
    <div className={bar.bar} role="toolbar" aria-label={say('command.rows', { count: target.count })}>
      {offers.map(({ command }) => (
        <Button key={command.id} onClick={() => void startCommand(command)}>
          {say(command.id)}
        </Button>
      ))}
    </div>
  )
}
