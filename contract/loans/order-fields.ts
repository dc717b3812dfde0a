import { Choice, Ref } from '../kernel/values.ts'

/** What an order is of, on the lists of what belongs to it: its product, its app, and whether its customer was new. */
export const orderFields = {
  product: Ref('product'),
  app: Ref('app'),
  customerKind: Choice('customers.kind', ['new', 'old']),
} as const
