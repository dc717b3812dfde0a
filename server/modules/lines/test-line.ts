import { z } from 'zod'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Line } from '#contract/lines.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { providerFor } from '#server/modules/gateways/steps.ts'
import { callProvider, jsonOf, mustBeOk } from '#server/modules/provider-configs/steps.ts'
import { diallerChannel } from './steps.ts'
import { providerKindOf } from './write.ts'

const LineStatus = z.object({ inService: z.boolean(), spam: z.boolean() })
type Outcome = NonNullable<Line['tested']>

const outcomeOf = ({ inService, spam }: z.output<typeof LineStatus>): Outcome => {
  if (!inService) return 'outOfService'
  return spam ? 'flagged' : 'inService'
}

/** Asks the provider of a line whether calls go out by it. Never throws: that nobody answers is an outcome. */
export async function testLine(
  { kind, number }: Pick<Line, 'kind' | 'number'>,
  providerId: IdOf<'provider'>,
  app: AppContext,
): Promise<Outcome> {
  try {
    const target = await providerFor({ kind: providerKindOf(kind), app: '', key: number, providerId }, app)
    const asked = { path: `/lines/${encodeURIComponent(number)}`, sender: diallerChannel, asks: number }
    const take = async (response: Response): Promise<Outcome> => {
      if (response.status === 404) return 'outOfService'
      await mustBeOk(response)
      return outcomeOf(LineStatus.parse(await jsonOf(response)))
    }
    return await callProvider(target, asked, take, app)
  } catch (error) {
    app.log.warn({ err: error, number }, 'test of a line')
    return 'noAnswer'
  }
}
