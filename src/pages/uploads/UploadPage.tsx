import { type FormEvent, type ReactNode, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { type Approval, approval } from '#contract/approvals.ts'
import type { Endpoint, Input, Output } from '#contract/kernel/endpoint.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import type { MessageId } from '#locales/index.ts'
import { CallFailed, nounOf } from '#src/call/call.ts'
import { download } from '#src/call/download.ts'
import { invalidate } from '#src/call/query-client.ts'
import { errorMessage } from '#src/call/show-error.ts'
import { upload } from '#src/call/upload.ts'
import { say, useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import hidden from '#src/ui/hidden.module.css'
import { Page } from '#src/ui/Page.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import styles from './UploadPage.module.css'

/** An endpoint that takes files. */
export type UploadEndpoint = Endpoint<MessageId> & { readonly files: readonly string[] }

/** What is filled in and sent: the endpoint that takes the sheet, the blank one, and where to go afterwards. */
export interface UploadPageProps<E extends UploadEndpoint> {
  readonly endpoint: E
  readonly template: Endpoint & { readonly file: true }
  readonly hint: MessageId
  readonly done: MessageId
  readonly leadsTo: (answer: Output<E>) => string
  /** Dry run: a sheet is rehearsed first, and this told of what it would do. */
  readonly told?: (answer: Output<E>) => readonly string[]
  /** What is asked for beside the file, and the fields that ask it, by its names. */
  readonly input?: Partial<Input<E>>
  readonly fields?: (errors: Readonly<Record<string, string>>) => ReactNode
}

/** What is wrong with a sheet: as a whole, or cell by cell. */
interface UploadProblem {
  readonly whole: string
  readonly cells: CallFailed['fields']
}

const uploadProblemOf = (error: unknown): UploadProblem =>
  error instanceof CallFailed && error.fields.length > 0
    ? { whole: '', cells: error.fields }
    : { whole: errorMessage(error), cells: [] }

const isCell = ({ field }: UploadProblem['cells'][number]) => field.includes('.')
/** What is wrong with what is asked for beside the file, by its names. */
const errorsOf = (trouble: UploadProblem | null): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (trouble?.cells ?? []).filter((one) => !isCell(one)).map(({ field, reason }) => [field, reason] as const),
  )

/** The request that a sheet was filed as, where it takes a second person. */
const requestIn = (answer: unknown): Approval['id'] | null =>
  (answer as { readonly request?: Approval['id'] | null } | null)?.request ?? null // endpoints that may file one say so

/** Says what is wrong, cell by cell: `4.maxAmount` is a line and a column. */
function Problems({ whole, cells }: UploadProblem) {
  const { text } = useText()
  if (!whole && cells.length === 0) return null
  return (
    <div className={styles.problems} role="alert">
      {whole && <p className={styles.problem}>{whole}</p>}
      {cells.map(({ field, reason }) => {
        const [line = '', column = ''] = field.split('.')
        return (
          <p key={`${field} ${reason}`}>
            {text('sheets.line', { line })} · <code>{column}</code> · {reason}
          </p>
        )
      })}
    </div>
  )
}

/** Says what became of a sheet that was taken, and goes where it leads. */
function leave<E extends UploadEndpoint>(answer: Output<E>, { endpoint, done, leadsTo }: UploadPageProps<E>): void {
  invalidate([nounOf(endpoint), ...(endpoint.touches ?? [])])
  const request = requestIn(answer)
  if (request) invalidate(['approvals'])
  toast('good', request ? say('approvals.filed', { id: request }) : say(done))
  navigate(request ? recordPath(approval, request) : leadsTo(answer))
}

/** What a file would do, and what was asked for beside it then. */
interface UploadEffects {
  readonly told: readonly string[]
  readonly of: string
}

/** Sends the chosen file, where it is told before what it would do once for that; and says what became of it. */
function useUpload<E extends UploadEndpoint>(props: UploadPageProps<E>) {
  const { endpoint, told, input = {} as Partial<Input<E>> } = props // of most nothing is asked
  const [file, setFile] = useState<File | null>(null)
  const [trouble, setTrouble] = useState<UploadProblem | null>(null)
  const [checked, setEffects] = useState<UploadEffects | null>(null)
  const of = JSON.stringify(input)
  const effects = checked?.of === of ? checked.told : null
  const [busy, setBusy] = useState(false)
  const choose = (next: File | null) => {
    setFile(next)
    setEffects(null)
    setTrouble(null)
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!file || busy) return
    setBusy(true)
    setTrouble(null)
    const rehearse = told !== undefined && effects === null
    try {
      const answer = await upload(endpoint, { file } as Parameters<typeof upload<E>>[1], { rehearse, input }) // its one file
      if (rehearse) setEffects({ told: told(answer), of })
      else return leave(answer, props)
    } catch (error) {
      setTrouble(uploadProblemOf(error))
    }
    setBusy(false)
  }
  return { file, choose, trouble, effects, busy, send }
}

/** A page that takes a filled sheet: all of it, or none where a cell is wrong. */
export function UploadPage<E extends UploadEndpoint>(props: UploadPageProps<E>) {
  const { endpoint, template, hint, told, fields } = props
  const { text } = useText()
  const { file, choose, trouble, effects, busy, send } = useUpload(props)
  return (
    <Page>
      <h1 className={hidden.hidden}>{text(endpoint.id)}</h1>
      <Panel title={text(endpoint.id)}>
        <form className={styles.form} noValidate onSubmit={send}>
          <p>{text(hint)}</p>
          <div>
            <Button onClick={() => void download(template, {}, 'template.csv')}>{text('sheets.getTemplate')}</Button>
          </div>
          {fields?.(errorsOf(trouble))}
          <label className={styles.choosing}>
            {text('sheets.file')}
            <input
              type="file"
              accept=".csv,text/csv"
              required
              onChange={({ target }) => choose(target.files?.[0] ?? null)}
            />
          </label>
          {trouble && <Problems {...trouble} cells={fields ? trouble.cells.filter(isCell) : trouble.cells} />}
          {effects && (
            <ul role="status">
              {effects.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          )}
          <div>
            <Button type="submit" tone="accent" busy={busy} disabled={!file}>
              {text(told && !effects ? 'sheets.check' : endpoint.id)}
            </Button>
          </div>
        </form>
      </Panel>
    </Page>
  )
}
