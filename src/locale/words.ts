import { proxy, useSnapshot } from 'valtio'

/** An entry of a dictionary that is other than what comes with the product, as the server tells it. */
export interface Word {
  readonly dictionary: string
  /** The text key that its label stands under. */
  readonly of: string
  readonly code: string
  /** By language; only what somebody has written. */
  readonly labels: Readonly<Record<string, string | undefined>>
  readonly sort: number
  readonly tone: string
  readonly offered: boolean
}

const state = proxy({ revision: 0 })
let labels: ReadonlyMap<string, string> = new Map()
let byType: ReadonlyMap<string, ReadonlyMap<string, Word>> = new Map()
const listeners = new Set<() => void>()

const keyOf = (language: string, key: string): string => `${language} ${key}`

/** Takes in what the administrator has made of dictionaries: everything that is said from now on is said so. */
export function setWords(words: readonly Word[]): void {
  labels = new Map(
    words.flatMap(({ of, code, labels: own }) =>
      Object.entries(own).flatMap(([language, label]) =>
        label === undefined ? [] : [[keyOf(language, `${of}.${code}`), label] as const],
      ),
    ),
  )
  const types = new Map<string, Map<string, Word>>()
  for (const word of words)
    types.set(word.dictionary, (types.get(word.dictionary) ?? new Map<string, Word>()).set(word.code, word))
  byType = types
  state.revision++
  for (const hear of listeners) hear()
}

/** Has `hear` called whenever words are others. */
export const onWords = (hear: () => void): void => void listeners.add(hear)

/** The label that somebody has written for a key in a language; nothing where nobody has. */
export const writtenLabel = (language: string, key: string): string | undefined =>
  labels.size === 0 ? undefined : labels.get(keyOf(language, key))

/** The entries of a dictionary that are other than what comes with the product, by code. */
export const wordsOf = (dictionary: string): ReadonlyMap<string, Word> | undefined => byType.get(dictionary)

/** Counts the changes of words. */
export const wordsRevision = (): number => state.revision
/** Counts the changes of words; renders again when they change. */
export const useWordsRevision = (): number => useSnapshot(state).revision
