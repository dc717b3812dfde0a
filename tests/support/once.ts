/**
 * A fixture of scope `worker` that is made once, for every test of the worker: vitest makes such a fixture anew for each
 * test that `extend` has made of another.
 */
export function oncePerWorker<Value>(make: () => Promise<Value>, end: (value: Value) => Promise<void>) {
  let made: Promise<Value> | undefined
  let ended: Promise<void> | undefined
  // a fixture destructures what it depends on: nothing
  return async ({}: object, use: (value: Value) => Promise<void>): Promise<void> => {
    made ??= make()
    const value = await made
    await use(value)
    ended ??= end(value)
    await ended
  }
}
