const vowels = 'aiueo'
const rows: Readonly<Record<string, string>> = {
  '': 'あいうえお',
  k: 'かきくけこ',
  g: 'がぎぐげご',
  s: 'さしすせそ',
  z: 'ざじずぜぞ',
  t: 'たちつてと',
  d: 'だ..でど',
  n: 'なにぬねの',
  h: 'はひふへほ',
  b: 'ばびぶべぼ',
  p: 'ぱぴぷぺぽ',
  m: 'まみむめも',
  y: 'や.ゆ.よ',
  r: 'らりるれろ',
  w: 'わ...を',
  v: '..ゔ..',
}
const spellings = new Map(
  Object.entries(rows).flatMap(([consonant, kana]) => [...kana].map((one, i) => [one, consonant + vowels[i]])),
)
  .set('ぢ', 'zi')
  .set('づ', 'zu')
  .set('ん', 'n')

const small: Readonly<Record<string, string>> = {
  ぁ: 'a',
  ぃ: 'i',
  ぅ: 'u',
  ぇ: 'e',
  ぉ: 'o',
  ゃ: 'ya',
  ゅ: 'yu',
  ょ: 'yo',
}

/** A small kana takes the place of the vowel before it: ki+ya is kya, si+e is sye, u+i is wi. */
function joined(before: string, added: string): string {
  if (before === 'u') return `w${added}`
  const glide = before.endsWith('i') && added === 'e' ? 'y' : ''
  return before.slice(0, -1) + glide + added
}

/**
 * One spelling for all that people use for the same sound: shi and si, tsu and tu, fu and hu, ja and zya; long
 * vowels and doubled consonants count once. Takes what is half typed (`sh`) as the beginning of what it may become.
 */
export const plainRomaji = (latin: string): string =>
  latin
    .replace(/[^a-z]/g, '')
    .replace(/[ct]ch/g, 'ch')
    .replace(/sh(?=[aueo])/g, 'sy')
    .replace(/ch(?=[aueo])/g, 'ty')
    .replace(/j(?=[aueo])/g, 'zy')
    .replace(/sh/g, 's')
    .replace(/ch|ts|c/g, 't')
    .replace(/dz|j|d(?=u)/g, 'z')
    .replace(/f/g, 'h')
    .replace(/m(?=[bp])/g, 'n')
    .replace(/ou/g, 'o')
    .replace(/(.)\1+/g, '$1')

/** Folded kana (see `fold`) in Latin letters, in the spelling of `plainRomaji`. What is no kana is left out. */
export function romaji(kana: string): string {
  const syllables: string[] = []
  for (const one of kana) {
    const added = small[one]
    if (added) syllables.push(joined(syllables.pop() ?? '', added))
    else syllables.push(spellings.get(one) ?? (/[a-z]/.test(one) ? one : ''))
  }
  return plainRomaji(syllables.join(''))
}

/** Where in `text` (plain romaji) `part` begins a syllable; −1 where it does not. */
export function syllableAt(text: string, part: string): number {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const before = text[at - 1] ?? 'a'
    if (vowels.includes(before) || (before === 'n' && !vowels.includes(part[0]!))) return at
  }
  return -1
}
