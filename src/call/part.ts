/** A part of the console that did not arrive: the network is gone, or a newer console has taken its place. */
export class PartMissing extends Error {}

/** Loads a part when it is needed. @throws PartMissing where it cannot be fetched. */
export const loadPart =
  <Part>(load: () => Promise<Part>): (() => Promise<Part>) =>
  async () => {
    try {
      return await load()
    } catch (error) {
      throw new PartMissing('a part of the console could not be loaded', { cause: error })
    }
  }
