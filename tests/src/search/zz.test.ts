import Fuse from 'fuse.js'
import { test } from 'vitest'
import { readings } from '#src/command/search/readings.ts'
import { index } from '#src/command/search/indexed.ts'
import { search } from '#src/command/search/search.ts'
import { entries } from './titles.ts'
test('x', () => {
  const many = Array.from({ length: 400 }, (_, i) => { const e = entries[i % entries.length]!; const n = ` ${i}`; const t = Object.fromEntries(Object.entries(e.titles).map(([l, v]) => [l, v + n])) as typeof e.titles; return { ...e, id: e.id + i, titles: t, readings: { ...e.readings, pinyin: readings(t.zh) } } })
  const qs = ['r', 're', 'redi', 'huankuan', 'hkjh', 'giai ngan', 'repaymnet', 'saisoukin', 'desemb', '还款', 'qwertz', 'cancel disb', 'cairkan ulang', 'payment plans 12', 'x'.repeat(10000)]
  const t0 = performance.now(); const ix = index(many, 'en', { pinyin: true }); const built = performance.now() - t0
  const fuse = new Fuse(many.map((e) => Object.values(e.titles).join(' ')), { threshold: 0.4 })
  const time = (f: (q: string) => unknown) => { const out: number[] = []; for (let r = 0; r < 60; r++) for (const q of qs) { const a = performance.now(); f(q); out.push(performance.now() - a) } out.sort((a, b) => a - b); return [out[out.length >> 1]!.toFixed(2), out[Math.floor(out.length * 0.95)]!.toFixed(2)] }
  const none = { fits: () => 0 as const, frecency: () => 0 }
  for (const q of qs) search(ix, q, none)
  console.log('build ms', built.toFixed(0), 'ours p50,p95', time((q) => search(ix, q, none)), 'fuse', time((q) => fuse.search(q.slice(0, 32))))
})
