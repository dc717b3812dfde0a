import { customer } from '#contract/customers.ts'
import { dataRequest, dataRequests } from '#contract/data-requests.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { customerSource } from '#server/modules/customers/source.ts'
import { askExport } from './actions.ts'
import { downloadFile } from './download.ts'
import { askErasure, outlookOf } from './erase.ts'
import { dataRequestSource } from './source.ts'

const people = rowSource(customer, customerSource)

/** Handlers of `dataRequests`: what people may ask for about their own data. */
export default implement(
  dataRequests,
  {
    list: dataRequestSource,

    askExport: ({ reason }, call) => askExport(reason, call),
    askErasure: ({ reason }, call) => askErasure(reason, call),

    async outlook({ id }, call) {
      const { tx, actor, app, t } = call
      const scopes = actor.scopesOf(dataRequests.outlook.requires)
      if (!(await findOne(tx, people, id, { actor, scopes, app, t }))) return call.fail('not_found')
      return outlookOf(id, call)
    },

    download: async ({ id }, call) => (await downloadFile(id, call)) as never, // a file stands for the answer
  },
  [rowSource(dataRequest, dataRequestSource)],
)
