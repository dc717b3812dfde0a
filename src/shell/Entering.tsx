import { useText } from '#src/locale/text.ts'
import { Progress } from '#src/ui/Progress.tsx'

/** While the console, or a page of it, is on its way. */
export function Entering() {
  const { text } = useText()
  return <Progress label={text('session.entering')} />
}
