import { announcement, announcements } from '#contract/announcements.ts'
import { useText } from '#src/locale/text.ts'
import { Page, PageHeader, PageTitle } from '#src/ui/Page.tsx'
import { RecordActions } from '../records/RecordActions.tsx'
import { RecordPage } from '../records/RecordPage.tsx'
import { useEditorKey } from '../records/use-editor-key.ts'
import { AnnouncementEditor } from './AnnouncementEditor.tsx'
import { blankDraft, draftOf } from './announcement-draft.ts'

/** An announcement: what it says and for whom, how often it was seen, and what can be done to it. */
export function AnnouncementPage() {
  const { say } = useText()
  const { keyOf, keep } = useEditorKey()
  return (
    <RecordPage
      endpoint={announcements.detail}
      record={(answer) => answer.announcement}
      fields={announcement.fields}
      name={({ title }) => title}
      beside={(row) => (
        <>
          <span>{say('announcements.seen', { count: row.exposures })}</span>
          <RecordActions noun="announcements" listing={announcements.list.id} page="announcements" row={row} />
        </>
      )}
    >
      {(row, { readers }) => (
        <AnnouncementEditor
          key={`${row.id} ${keyOf(row.version)}`}
          edited={row}
          saved={draftOf(row, readers)}
          onSaved={(version) => keep(row.version, version)}
        />
      )}
    </RecordPage>
  )
}

/** Another announcement. */
export function AddAnnouncement() {
  const { text } = useText()
  return (
    <Page>
      <PageHeader>
        <PageTitle id="" name={text('announcements.openAdd')} />
      </PageHeader>
      <AnnouncementEditor edited={null} saved={blankDraft} />
    </Page>
  )
}
