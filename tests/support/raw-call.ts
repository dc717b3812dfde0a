interface RawAnswer {
  readonly code: number
  readonly fault?: string
  readonly data: { readonly token: string }
}

/** Calls a server that a test has started for itself: `POST /login`, with a token and a body, or without. */
export const rawCall =
  (url: string) =>
  async (at: string, token = '', body?: object): Promise<RawAnswer> => {
    const [method, path] = at.split(' ') as [string, string] // as `Address` has it
    const headers = { 'content-type': 'application/json', authentication: token }
    const response = await fetch(`${url}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return (await response.json()) as RawAnswer // what every call answers
  }
