/** The words of a name, without marks, signs and case, in alphabetical order: people write them in any. */
const wordsOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('đ', 'd')
    .replaceAll('Đ', 'd')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort()
    .join(' ')

/** Edit distance: how many letters have to be inserted, deleted or replaced. Source: V. I. Levenshtein, 1966. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(changed, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]!
}

/** Similarity of two names, in whole percents as ppm: the part of the longer that stays. Nothing is like no name. */
export function nameSimilarity(one: string, other: string): number {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  if (a === '' || b === '') return 0
  const longest = Math.max(a.length, b.length)
  return Math.floor(((longest - distance(a, b)) * 100) / longest) * 10_000
}
