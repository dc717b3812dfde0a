import { useDeferredValue, useState } from 'react'
import type { IdOf } from '#contract/kernel/values.ts'
import { messageTemplates } from '#contract/message-templates.ts'
import { useCall } from '#src/call/query-client.ts'
import { errorMessage } from '#src/call/show-error.ts'
import { useText } from '#src/locale/text.ts'
import { TextField } from '#src/ui/Field.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import styles from './Templates.module.css'
import { problemsOf, type TemplateDraft, toInput } from './use-template-draft.ts'

/** What the customer would read: filled by the server, as what is sent is, while the template is being typed. */
export function TemplatePreview({ draft }: { readonly draft: TemplateDraft }) {
  const { text, say } = useText()
  const [customer, setCustomer] = useState('')
  const customerId = customer.trim() as IdOf<'customer'> // whether it is one, the server knows
  const input = useDeferredValue({ ...toInput(draft), ...(customerId !== '' && { customerId }) })
  const { data, error } = useCall(messageTemplates.preview, input, {
    preview: true,
    enabled: draft.text.trim() !== '',
  })
  const problem = problemsOf(error)
  const reason = problem.text ?? problem.subject ?? (error && !problem.customerId ? errorMessage(error) : null)
  return (
    <Panel title={text('messageTemplates.preview')}>
      <div className={styles.form}>
        <TextField
          label={text('messageTemplates.previewFor')}
          hint={text('messageTemplates.previewForHint')}
          value={customer}
          error={problem.customerId ?? null}
          onChange={({ target }) => setCustomer(target.value)}
        />
        {reason && <p className={styles.problem}>{reason}</p>}
        {data && !error && (
          <div className={styles.preview} aria-live="polite">
            {data.subject && <h3 lang={draft.language}>{data.subject}</h3>}
            <p className={styles.message} lang={draft.language}>
              {data.text}
            </p>
            <small>
              {data.customerId
                ? say('messageTemplates.filledFor', { id: data.customerId })
                : text('messageTemplates.filledWithSamples')}
              {data.parts !== null && ` · ${say('messageTemplates.partsCount', { count: data.parts })}`}
            </small>
            {data.parameters.map((parameter) => (
              <small key={parameter.placeholder}>{say('messageTemplates.parameterWrites', parameter)}</small>
            ))}
            {data.refusal && (
              <p className={styles.problem}>{say('messageTemplates.notNow', { reason: data.refusal })}</p>
            )}
          </div>
        )}
      </div>
    </Panel>
  )
}
