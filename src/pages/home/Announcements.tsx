import { useText } from '#src/locale/text.ts'
import { Lines } from './Lines.tsx'

/** The place of what the business tells its people. */
export function Announcements() {
  const { text } = useText()
  return <Lines title={text('overview.announcements')} lines={[]} none={text('overview.announcements.none')} />
}
