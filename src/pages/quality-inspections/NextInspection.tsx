import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { recordPath } from '#contract/kernel/subject.ts'
import { pages } from '#contract/menu.ts'
import { qualityInspections } from '#contract/quality-inspections/calls.ts'
import { qualityInspection } from '#contract/quality-inspections/row.ts'
import { submitCall } from '#src/command/run/submit-call.ts'
import { useText } from '#src/locale/text.ts'
import { Notice } from '#src/ui/feedback/Notice.tsx'
import { Progress } from '#src/ui/feedback/Progress.tsx'
import { replaceTab } from '../records/replace-tab.ts'

/** Claims the next inspection, and goes there; where nothing waits, says so. */
export function NextInspection() {
  const { text } = useText()
  const [empty, setEmpty] = useState(false)
  useEffect(() => {
    let gone = false
    submitCall(qualityInspections.claimNext, {})
      .then(({ inspection }) => {
        if (gone) return
        if (inspection) replaceTab(recordPath(qualityInspection, inspection.id))
        setEmpty(!inspection)
      })
      .catch(() => gone || replaceTab(pages.qualityQueue)) // it was said
    return () => {
      gone = true
    }
  }, [])
  if (!empty) return <Progress label={text('qualityInspections.openNext')} />
  return (
    <Notice page tone="good" title={text('qualityInspections.empty')}>
      <p>{text('qualityInspections.emptyHint')}</p>
      <Link href={pages.qualityQueue}>{text('menu.qualityQueue')}</Link>
    </Notice>
  )
}
