import { createCanvas, loadImage } from '@napi-rs/canvas'
import { decodeApart } from '#server/kernel/images/decoder.ts'
import { drawShown } from '#server/kernel/images/watermark.ts'
import { interleaved, type Measure, timed } from './harness.ts'

/** A picture as full of detail as a telephone's, of so many pixels. */
function photo(width: number, height: number): Promise<Buffer> {
  const canvas = createCanvas(width, height)
  const drawing = canvas.getContext('2d')
  for (let i = 0; i < 3_000; i++) {
    drawing.fillStyle = `hsl(${(i * 47) % 360} 60% ${30 + (i % 50)}%)`
    drawing.fillRect((i * 7_919) % width, (i * 104_729) % height, width / 20, height / 30)
  }
  return canvas.encode('jpeg', 85)
}

const mark = 'reviewer 2026-03-10 11:30:00'
const atOnce = 4

/** Longest time in which a timer was not heard while `work` went on, in ms. */
async function blocked(work: () => Promise<unknown>): Promise<number> {
  let [last, longest] = [performance.now(), 0]
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last - 1)
    last = now
  }, 1)
  await work()
  clearInterval(timer)
  return Math.max(longest, performance.now() - last)
}

/** Drawing a kept picture for whoever looks, alone and beside others; taking one in. Budget: 150 ms from key to screen. */
export const measure: Measure = async () => {
  const kept = await photo(1_600, 1_200)
  const camera = await photo(4_000, 3_000)
  const draw = async () => drawShown(await loadImage(kept), { mark, blurred: false })
  const bare = async () => {
    const image = await loadImage(kept)
    const canvas = createCanvas(image.width, image.height)
    canvas.getContext('2d').drawImage(image, 0, 0)
    return canvas.encode('jpeg', 80)
  }
  const receive = () => decodeApart({ bytes: camera, sideMax: 1_600, quality: 85 })
  await Promise.all([draw(), bare(), receive()])
  const { one, control, four, took, held } = await interleaved({
    one: () => timed(draw),
    control: () => timed(bare),
    four: () => timed(() => Promise.all(Array.from({ length: atOnce }, draw))),
    took: () => timed(receive),
    held: () => blocked(receive),
  })
  const decoded = { what: 'decoded and encoded, without a mark', samples: control }
  return [
    { what: 'a picture of 1,600 px drawn', unit: 'ms', samples: one, control: decoded, budget: { most: 120 } },
    { what: 'four of them at once', unit: 'ms', samples: four, budget: { most: 400 } },
    { what: 'a picture of 12 million pixels taken in', unit: 'ms', samples: took, budget: { most: 1_000 } },
    { what: 'the server held up meanwhile', unit: 'ms', samples: held, budget: { most: 30 } },
  ]
}
