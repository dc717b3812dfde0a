import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '#server/kernel/base/root.ts'

/** What the decoder is asked: a file, the longer side it is to have at most, and how well it is to be encoded. */
export interface DecodeTask {
  readonly bytes: Buffer
  readonly sideMax: number
  /** Of 100. */
  readonly quality: number
}

/** A picture as it is kept: a JPEG of pixels alone, upright, without anything else that a camera writes into a file. */
export interface DecodedImage {
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
}

/** Longest time that one picture may take. */
const timeoutMs = 20_000
/** So long a process waits for another picture. */
const idleMs = 60_000

let child: ChildProcess | null = null
let idle: NodeJS.Timeout | undefined

function startChild(): ChildProcess {
  const started = fork(join(root, 'server/kernel/images/decoder-process.js'), {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  started.once('exit', () => {
    if (child === started) child = null
  })
  // whoever waits for it hears of it as well
  started.on('error', () => {})
  // it keeps nobody from stopping
  started.unref()
  started.channel?.unref()
  return started
}

/** Has one picture decoded; null where that cannot be, or took the process along. */
async function decodeOnce(task: DecodeTask): Promise<DecodedImage | null> {
  clearTimeout(idle)
  // one that is ending takes nothing more
  if (!child?.connected) child = startChild()
  const asked = child
  const over = new AbortController()
  const { signal } = over
  const late = setTimeout(() => asked.kill('SIGKILL'), timeoutMs)
  asked.channel?.ref()
  try {
    // where it cannot be told, it is ending, which answers
    asked.send(task, () => {})
    const ended = once(asked, 'exit', { signal }).then(() => [null])
    const answered = once(asked, 'message', { signal })
    const [answer] = (await Promise.race([answered, ended])) as [DecodedImage | null] // as the process answers
    return answer && { ...answer, bytes: Buffer.from(answer.bytes) }
  } finally {
    over.abort()
    clearTimeout(late)
    asked.channel?.unref()
    idle = setTimeout(() => {
      if (child === asked) child = null
      asked.kill()
    }, idleMs).unref()
  }
}

/** One after another: the pixels of several large ones at once would fill a small machine. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Decodes what strangers have sent in a process of its own (sandbox): a malformed file takes down native decoders, and
 * this process with them. Null for what is no picture.
 */
export function decodeApart(task: DecodeTask): Promise<DecodedImage | null> {
  const turn = last.then(() => decodeOnce(task))
  last = turn.catch(() => {})
  return turn
}
