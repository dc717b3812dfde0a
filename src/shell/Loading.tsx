import { useText } from '#src/locale/text.ts'
import { Progress } from '#src/ui/feedback/Progress.tsx'

/** Loading indicator while the console, or a page of it, is on its way. */
export function Loading() {
  const { text } = useText()
  return <Progress label={text('session.entering')} />
}
