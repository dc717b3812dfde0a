/**
 * Chunk load error: a part of the console that did not arrive: the network is gone, or a newer console has taken its
 * place.
 */
export class ChunkLoadError extends Error {}

/** Lazy loading: a part is fetched when it is needed. @throws PartMissing where it cannot be fetched. */
export const loadPart =
  <Part>(load: () => Promise<Part>): (() => Promise<Part>) =>
  async () => {
    try {
      return await load()
    } catch (error) {
      throw new ChunkLoadError('a part of the console could not be loaded', { cause: error })
    }
  }
