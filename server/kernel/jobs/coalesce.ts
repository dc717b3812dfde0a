import { yieldToEventLoop } from '#server/kernel/base/yield-to-event-loop.ts'

/** What is about to be asked of one place. */
interface Turn<Key, Value> {
  readonly keys: Map<string, Key>
  readonly found: Promise<ReadonlyMap<string, Value>>
}

/**
 * Request coalescing, as a DataLoader does: what is asked for in one turn of the event loop is looked up together, once
 * everything that was asked for is in: nobody is told an earlier state than that of their own question. Nothing is kept.
 * A look-up that fails fails for all who share it.
 * @param nameOf what tells two keys apart, and what the look-up answers by.
 */
export function coalesced<Place extends object, Key, Value>(
  nameOf: (key: Key) => string,
  lookUp: (place: Place, keys: readonly Key[]) => Promise<ReadonlyMap<string, Value>>,
): (place: Place, key: Key) => Promise<Value | undefined> {
  const turns = new WeakMap<Place, Turn<Key, Value>>()
  const begin = (place: Place): Turn<Key, Value> => {
    const keys = new Map<string, Key>()
    const found = yieldToEventLoop().then(() => {
      turns.delete(place)
      return lookUp(place, [...keys.values()])
    })
    const turn = { keys, found }
    turns.set(place, turn)
    return turn
  }
  return async (place, key) => {
    const { keys, found } = turns.get(place) ?? begin(place)
    keys.set(nameOf(key), key)
    return (await found).get(nameOf(key))
  }
}
