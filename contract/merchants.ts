import { z } from 'zod'
import { api, change, write } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Id, Instant, Version } from './kernel/values.ts'
import { product } from './products/row.ts'

/** Products are bound to a merchant while it is enabled. */
const merchantFlow = machine(
  'merchants.state',
  { enabled: { disable: 'disabled' }, disabled: { enable: 'enabled' } },
  { enabled: 'good', disabled: 'muted' },
)

/** Who lends: the business that a product belongs to. */
export const Merchant = z.object({
  id: Id('merchant'),
  version: Version,
  name: z.string(),
  state: merchantFlow.State,
  /** Their ids, in the order of the products: `IN-7, IN-14`. */
  products: z.string(),
  createdAt: Instant,
})
export type Merchant = z.output<typeof Merchant>
export const merchant = subject('merchants', Merchant, { opens: 'merchants' })

const codeMax = 20
const nameMax = 80
/** How a merchant may be called: `ACME`. */
const MerchantCode = z
  .string()
  .max(codeMax)
  .regex(/^[A-Z0-9][A-Z0-9-]+$/)

/** Businesses that products belong to. */
export const merchants = api('merchants', {
  list: list('GET /merchant/list', {
    requires: 'merchants',
    row: Merchant,
    subject: merchant,
    filter: ['id', 'name', 'state', 'createdAt'],
    sort: ['id', 'createdAt', 'name', 'state'],
    search: ['id', 'name'],
    order: 'id',
    created: 'createdAt',
  }),

  add: write('POST /merchant/add', {
    requires: 'merchants.add',
    input: z.object({ code: MerchantCode, name: z.string().trim().min(1).max(nameMax) }),
    output: z.object({ id: Id('merchant') }),
    faults: ['known_already'],
  }),

  /** Products of a disabled one stay as they are; none can be bound to it. */
  setState: change('PUT /merchant/edit/status', {
    subject: merchant,
    requires: 'merchants.remove',
    args: { state: merchantFlow.State },
  }),

  /** Says which business a product belongs to. */
  bind: change('POST /merchant/product/add', {
    subject: product,
    requires: 'products.edit',
    args: { merchantId: Id('merchant') },
    touches: ['products'],
    faults: ['unknown_merchant', 'merchant_disabled'],
  }),
})
