import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { type PageId, pages } from '#contract/menu.ts'
import { useText } from '#src/locale/text.ts'
import { Notice } from '#src/ui/feedback/Notice.tsx'
import { Progress } from '#src/ui/feedback/Progress.tsx'
import { replaceTab } from '../records/replace-tab.ts'

interface Props {
  readonly noun: 'qualityInspections' | 'conductChecks'
  /** Where the queue is listed. */
  readonly page: PageId
  /** Claims the next, and answers where it is opened; null where nothing waits. */
  claim(): Promise<string | null>
}

/** Claims the next inspection of a queue, and goes there; where nothing waits, says so. */
export function NextOfQueue({ noun, page, claim }: Props) {
  const { text } = useText()
  const [empty, setEmpty] = useState(false)
  useEffect(() => {
    let gone = false
    claim()
      .then((path) => {
        if (gone) return
        if (path) replaceTab(path)
        setEmpty(!path)
      })
      .catch(() => gone || replaceTab(pages[page])) // it was said
    return () => {
      gone = true
    }
  }, [claim, page])
  if (!empty) return <Progress label={text(`${noun}.openNext`)} />
  return (
    <Notice page tone="good" title={text(`${noun}.empty`)}>
      <p>{text(`${noun}.emptyHint`)}</p>
      <Link href={pages[page]}>{text(`menu.${page}`)}</Link>
    </Notice>
  )
}
