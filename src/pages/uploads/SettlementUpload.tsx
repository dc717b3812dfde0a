import { useState } from 'react'
import { addDays } from '#contract/kernel/calendar.ts'
import type { Output } from '#contract/kernel/endpoint.ts'
import { formatMoney } from '#contract/kernel/format.ts'
import { listPath } from '#contract/kernel/subject.ts'
import type { LocalDate } from '#contract/kernel/values.ts'
import { settlementReports } from '#contract/settlement-reports.ts'
import { QueryResult } from '#src/call/QueryResult.tsx'
import { useCall } from '#src/call/query-client.ts'
import { language } from '#src/locale/language.ts'
import { text } from '#src/locale/text.ts'
import { useToday } from '#src/session/clock.ts'
import { DateField } from '#src/ui/DateField.tsx'
import { SelectField } from '#src/ui/Field.tsx'
import { UploadPage } from './UploadPage.tsx'

type Gateway = Output<typeof settlementReports.gateways>['gateways'][number]
type Taken = Output<typeof settlementReports.importFile>

/** What a file would come to, line by line. */
function told({ amount, fee, gst, net, ...counts }: Taken): readonly string[] {
  const money = (sum: Taken['amount']) => formatMoney(sum, language())
  return [
    text('settlementReports.taken', { ...counts, left: counts.lines - counts.matched }),
    text('settlementReports.takenLeft', counts),
    text('settlementReports.takenMissing', counts),
    ...(counts.transfers > 0 ? [text('settlementReports.takenTransfers', counts)] : []),
    text('settlementReports.takenSums', { amount: money(amount), fee: money(fee), gst: money(gst), net: money(net) }),
  ]
}

/** The days after the last file, until yesterday: what the next one is of. */
function nextDays({ lastDay }: Gateway, today: LocalDate): { from: LocalDate; to: LocalDate } {
  const yesterday = addDays(today, -1)
  const after = lastDay ? addDays(lastDay, 1) : yesterday
  return { from: after < yesterday ? after : yesterday, to: yesterday }
}

interface FieldsProps {
  readonly gateways: readonly Gateway[]
}

/** Which gateway and which days a file is of, and the file. */
function GatewayUpload({ gateways }: FieldsProps) {
  const today = useToday()
  const [about, setAbout] = useState(() => ({ gateway: gateways[0]!, ...nextDays(gateways[0]!, today) }))
  const { gateway, from, to } = about
  const choose = (id: string) => {
    const chosen = gateways.find(({ config }) => config.id === id) ?? gateway
    setAbout({ gateway: chosen, ...nextDays(chosen, today) })
  }
  const day = (name: 'from' | 'to', errors: Readonly<Record<string, string>>) => (
    <DateField
      label={text(`settlementReports.${name}`)}
      value={about[name]}
      error={errors[name] ?? null}
      required
      last={today}
      onDay={(value) => setAbout({ ...about, [name]: value as LocalDate })} // the server says whether it is one
    />
  )
  return (
    <UploadPage
      endpoint={settlementReports.importFile}
      template={settlementReports.template}
      hint="settlementReports.importFileHint"
      done="settlementReports.importFile.done"
      leadsTo={() => listPath('settlementItems', 'state:open')}
      told={told}
      input={{ configId: gateway.config.id, from, to }}
      fields={(errors) => (
        <>
          <SelectField
            label={text('settlementReports.configId')}
            value={gateway.config.id as string} // one of the options
            options={gateways.map(({ config }) => [config.id as string, config.name] as const)}
            onChange={choose}
          />
          {day('from', errors)}
          {day('to', errors)}
        </>
      )}
    />
  )
}

/** Takes in the file of a gateway, once it was told what it comes to; leads to what is left. */
export function SettlementUpload() {
  const gateways = useCall(settlementReports.gateways, {})
  return (
    <QueryResult query={gateways}>
      {(answer) =>
        answer.gateways.length > 0 ? (
          <GatewayUpload gateways={answer.gateways} />
        ) : (
          <p>{text('settlementReports.noGateways')}</p>
        )
      }
    </QueryResult>
  )
}
