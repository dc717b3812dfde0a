import { useCountry } from '#src/locale/country.ts'
import { formatInstant } from '#src/locale/format.ts'
import { useText } from '#src/locale/text.ts'
import { openNotice, useNotices } from '../announcements/notices.ts'
import { LinkList } from './LinkList.tsx'

/** `2026-01-31`: when it was, to the day. */
const dayLength = 10

/** What staff are told: each line opens it. */
export function AnnouncementLinks() {
  const { text } = useText()
  const country = useCountry()
  const { data } = useNotices()
  const lines = (data?.notices ?? []).map(({ id, title, updatedAt }) => ({
    key: id,
    title,
    run: () => openNotice(id),
    end: formatInstant(updatedAt, country).slice(0, dayLength),
  }))
  return <LinkList title={text('overview.announcements')} lines={lines} none={text('overview.announcements.none')} />
}
