import { appendFileSync } from 'node:fs'
import { getHeapStatistics } from 'node:v8'

/** Preloaded into a server that is measured: writes down how much of the JavaScript heap is in use, in MB, ten times a second. */
const everyMs = 100
setInterval(() => {
  appendFileSync(process.env.HEAP_LOG ?? '/dev/null', `${getHeapStatistics().used_heap_size / 1_048_576}\n`)
}, everyMs).unref()
