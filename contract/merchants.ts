import { z } from 'zod'
import { api, change, read, write } from './kernel/endpoint.ts'
import { Choice, Id, Version } from './kernel/values.ts'
import { product } from './products/row.ts'

/** Who lends: the business that a product belongs to. */
export const Merchant = z.object({
  id: Id('merchant'),
  version: Version,
  name: z.string(),
  state: Choice('merchants.state', ['enabled', 'disabled'], { enabled: 'good', disabled: 'muted' }),
  products: z.array(Id('product')),
})
export type Merchant = z.output<typeof Merchant>

const codeMax = 20
const nameMax = 80
/** How a merchant may be called: `ACME`. */
const MerchantCode = z
  .string()
  .max(codeMax)
  .regex(/^[A-Z0-9][A-Z0-9-]+$/)

/** Businesses that products belong to. */
export const merchants = api('merchants', {
  /** All of them, with their products. */
  list: read('GET /merchant/list', {
    may: 'products',
    input: z.object({}),
    output: z.object({ merchants: z.array(Merchant) }),
  }),

  add: write('POST /merchant/add', {
    may: 'products.add',
    input: z.object({ code: MerchantCode, name: z.string().trim().min(1).max(nameMax) }),
    output: Merchant,
    faults: ['known_already'],
  }),

  /** Products of a disabled one stay as they are; none can be bound to it. */
  setState: write('PUT /merchant/edit/status', {
    may: 'products.remove',
    input: z.object({ merchantId: Id('merchant'), state: Merchant.shape.state }),
    output: Merchant,
    faults: ['not_found'],
  }),

  /** Says which business a product belongs to. */
  bind: change('POST /merchant/product/add', {
    subject: product,
    may: 'products.edit',
    ask: { merchantId: Id('merchant') },
    touches: ['products'],
    faults: ['unknown_merchant', 'merchant_disabled'],
  }),
})
