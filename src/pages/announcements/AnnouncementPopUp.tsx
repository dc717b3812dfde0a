import { lazy, Suspense, useEffect } from 'react'
import type { Notice } from '#contract/announcements.ts'
import { loadPart } from '#src/call/lazy-part.ts'
import { useCountry } from '#src/locale/country.ts'
import { formatInstant } from '#src/locale/format.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Kbd } from '#src/ui/Kbd.tsx'
import { Dialog, DialogButtons } from '#src/ui/overlay/Dialog.tsx'
import styles from './Announcements.module.css'
import { closeNotice, openNotice, useDueNotices, useOpenNotice } from './notices.ts'
import { useQuietMoment } from './use-quiet-moment.ts'

const loadMarkdown = loadPart(async () => (await import('#src/ui/data/Markdown.tsx')).Markdown)
/** Loaded with the first announcement. */
const Markdown = lazy(async () => ({ default: await loadMarkdown() }))

/** What scrolls can be scrolled by key. */
const focusableIfScrolled = (element: HTMLElement | null): void => {
  if (element && element.scrollHeight > element.clientHeight) element.tabIndex = 0
}

/** A notice over the page. Escape closes it, and so does Enter, which its button has. */
function NoticeDialog({ notice, next }: { notice: Notice; next: Notice | undefined }) {
  const { text } = useText()
  const country = useCountry()
  const close = () => closeNotice(notice, next)
  return (
    <Dialog wide title={notice.title} description={formatInstant(notice.updatedAt, country)} onClose={close}>
      <section className={styles.notice} ref={focusableIfScrolled} aria-label={notice.title}>
        <Suspense>
          <Markdown source={notice.content} />
        </Suspense>
      </section>
      <DialogButtons>
        <Button tone="accent" autoFocus onClick={close}>
          {text(next ? 'announcements.next' : 'command.close')} <Kbd keys="escape" />
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

/** Pop-up of announcements: one after the other, in a moment in which nobody types. */
export function AnnouncementPopUp() {
  const open = useOpenNotice()
  const due = useDueNotices()
  const [first] = due
  const quiet = useQuietMoment(first !== undefined && open === null)
  const opens = quiet ? first?.id : undefined
  useEffect(() => {
    if (opens) openNotice(opens)
  }, [opens])
  if (!open) return null
  return <NoticeDialog key={open.id} notice={open} next={open.due ? due.find(({ id }) => id !== open.id) : undefined} />
}
