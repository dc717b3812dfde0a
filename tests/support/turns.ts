/** Event-loop turns after which a call between the console and a server of this process was made, heard and answered. */
const enough = 50

/** Lets the event loop turn: what was begun without a timer is over then. A wait for nothing to happen, and no time. */
export async function turns(count = enough): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}
