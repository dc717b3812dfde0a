import { messageTemplate, messageTemplates } from '#contract/message-templates.ts'
import { useText } from '#src/locale/text.ts'
import { Page, PageHeader, PageTitle } from '#src/ui/Page.tsx'
import { RecordActions } from '../records/RecordActions.tsx'
import { RecordPage } from '../records/RecordPage.tsx'
import { useEditorKey } from '../records/use-editor-key.ts'
import { TemplateEditor } from './TemplateEditor.tsx'
import { blankDraft, draftOf } from './use-template-draft.ts'

/** A message template: what it says, what a customer would read, and what can be done to it. */
export function MessageTemplatePage() {
  const { word } = useText()
  const { keyOf, keep } = useEditorKey()
  return (
    <RecordPage
      endpoint={messageTemplates.detail}
      record={(answer) => answer.template}
      fields={messageTemplate.fields}
      name={({ occasion }) => word('messages.template', occasion)}
      beside={(row) => (
        <RecordActions noun="messageTemplates" listing={messageTemplates.list.id} page="messageTemplates" row={row} />
      )}
    >
      {(row) => (
        <TemplateEditor
          key={`${row.id} ${keyOf(row.version)}`}
          edited={row}
          saved={draftOf(row)}
          onSaved={(version) => keep(row.version, version)}
        />
      )}
    </RecordPage>
  )
}

/** Another message template. */
export function AddMessageTemplate() {
  const { text } = useText()
  return (
    <Page>
      <PageHeader>
        <PageTitle id="" name={text('messageTemplates.openAdd')} />
      </PageHeader>
      <TemplateEditor edited={null} saved={blankDraft} />
    </Page>
  )
}
