import type { PageId } from '#contract/menu.ts'
import { useText } from '#src/locale/text.ts'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { begin } from './executor.ts'
import { allowed } from './registry.ts'

/** The commands of a page that are about none of its rows, as buttons. */
export function PageCommands({ page }: { page: PageId }) {
  const { say } = useText()
  useSession()
  return allowed()
    .filter((command) => command.page === page)
    .map((command) => (
      <Button key={command.id} onClick={() => void begin(command)}>
        {say(command.id)}
      </Button>
    ))
}
