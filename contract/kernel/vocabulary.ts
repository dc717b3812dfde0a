/** How much a state asks for attention. Never told by colour alone. */
export type Tone = 'good' | 'info' | 'warn' | 'bad' | 'muted'

export type Code = string | number

/**
 * Who says which codes a vocabulary has: a state machine; rules that depend on them; or the contract only the first of
 * them, and staff the others.
 */
export type CodesOf = 'states' | 'codes' | 'open'

/** Vocabulary (code list): the codes of a closed set, or the first codes of an open one, in the order they are offered. */
export interface Vocabulary {
  readonly codes: readonly Code[]
  readonly codesOf: CodesOf
  readonly tones: Readonly<Record<string, Tone>>
  /** The text key that the labels of its codes stand under. */
  readonly labels: string
}

const declared = new Map<string, Vocabulary>()

/** Vocabularies of the contract, by id; each is there once the file that declares it has been read. */
export const vocabularies: ReadonlyMap<string, Vocabulary> = declared

/** Writes a vocabulary down. Declared several times, for a part of its codes here and there, it has all of them. */
export function declareVocabulary(
  id: string,
  codes: readonly Code[],
  { codesOf = 'codes', tones = {}, labels = id }: Partial<Omit<Vocabulary, 'codes'>> = {},
): void {
  const known = declared.get(id)
  declared.set(id, {
    codes: [...new Set([...(known?.codes ?? []), ...codes])],
    codesOf: codesOf === 'codes' ? (known?.codesOf ?? codesOf) : codesOf,
    tones: { ...known?.tones, ...tones },
    labels,
  })
}
