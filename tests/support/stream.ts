import type { ChangeEvent } from '#server/kernel/call/live.ts'

/** Listens to the stream of changes like a browser does. */
export async function listenTo(url: string, token: string) {
  const abort = new AbortController()
  const response = await fetch(`${url}/api/live`, { headers: { cookie: `Admin-Token=${token}` }, signal: abort.signal })
  const heard: ChangeEvent[] = []
  let open = true
  const reading = (async () => {
    let rest = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body!) {
      rest += decoder.decode(chunk as Uint8Array, { stream: true })
      const events = rest.split('\n\n')
      rest = events.pop()!
      for (const event of events) {
        const data = event.split('\n').find((line) => line.startsWith('data: '))
        if (data) heard.push(JSON.parse(data.slice('data: '.length)))
      }
    }
  })()
    .catch(() => {})
    .finally(() => {
      open = false
    })
  return {
    status: response.status,
    heard,
    /** When the server has ended it. */
    ended: reading,
    isOpen: () => open,
    stop: async () => {
      abort.abort()
      await reading
    },
  }
}
