import { useHistoryState } from 'wouter/use-browser-location'
import { useText } from '#src/locale/text.ts'
import { HomeLink } from '#src/ui/feedback/HomeLink.tsx'
import { Notice } from '#src/ui/feedback/Notice.tsx'

interface Props {
  /** A page that is not this person's, or none at all. */
  readonly at: 'forbidden' | 'nowhere'
}

/** Not found (404), or not allowed (401): says why there is no page here, and leads back to where there is one. */
export function NotFound({ at }: Props) {
  const { text } = useText()
  const came = useHistoryState<{ from?: string } | null>()
  return (
    <Notice page tone="warn" title={text(`shell.${at}`)}>
      {came?.from && <code>{came.from}</code>}
      <p>{text(`shell.${at}.says`)}</p>
      <HomeLink />
    </Notice>
  )
}
