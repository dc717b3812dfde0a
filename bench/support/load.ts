import autocannon from 'autocannon'

/** Calls that were made, so many at a time. */
export interface Load {
  /** How long each answer took, in ms. */
  readonly times: readonly number[]
  readonly perSecond: number
}

interface LoadOptions {
  readonly url: string
  readonly token: string
  /** A body makes it a POST. */
  readonly body?: object | undefined
  readonly connections: number
  readonly amount: number
}

/**
 * Calls a URL again and again, `connections` at a time, as a browser does.
 * @throws Error where an answer is none.
 */
export async function load({ url, token, body, connections, amount }: LoadOptions): Promise<Load> {
  const times: number[] = []
  const from = performance.now()
  let last = from
  await new Promise<void>((resolve, reject) => {
    const headers = { Authentication: token, 'accept-encoding': 'gzip', 'content-type': 'application/json' }
    const asked = body ? { method: 'POST' as const, body: JSON.stringify(body) } : {}
    // it only looks now and then whether it is done
    const options = { url, connections, amount, headers, timeout: 60, sampleInt: 100, ...asked }
    const instance = autocannon(options, (error, result) => {
      if (error) reject(error)
      else if (result.non2xx + result.errors > 0) reject(new Error(`${url}: ${result.non2xx + result.errors} failed`))
      else resolve()
    })
    instance.on('response', (_client, _status, _bytes, time) => {
      last = performance.now()
      times.push(time)
    })
  })
  return { times, perSecond: (amount / (last - from)) * 1_000 }
}
