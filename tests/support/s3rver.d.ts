declare module 's3rver' {
  import type { AddressInfo } from 'node:net'

  /** S3 server for tests, as far as they use it: it has no types of its own. */
  class S3rver {
    constructor(options: {
      readonly port: number
      readonly address: string
      readonly silent: boolean
      readonly directory: string
      readonly configureBuckets: readonly { readonly name: string; readonly configs: readonly [] }[]
    })
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
  export = S3rver
}
