import type { Rate } from '#contract/kernel/values.ts'
import type { PictureKind } from '#contract/picture-kinds.ts'
import type { Box, ReadingField } from '#contract/readings.ts'

/** Pixels of a stand-in. */
export const standInSize = { width: 1_000, height: 640 } as const

/** A box of the layout, in pixels. */
function boxAt(x: number, y: number, w: number, h = 56): Box {
  const ppm = (length: number, of: number) => Math.round((length * 1e6) / of) as Rate // of lengths within the picture
  const { width, height } = standInSize
  return { x: ppm(x, width), y: ppm(y, height), w: ppm(w, width), h: ppm(h, height) }
}

/** Where a stand-in of each kind has which value. */
export const standInBoxes: Readonly<Record<PictureKind, Readonly<Partial<Record<ReadingField, Box>>>>> = {
  pan: {
    name: boxAt(340, 150, 600),
    fatherName: boxAt(340, 230, 600),
    birthDate: boxAt(340, 310, 320),
    pan: boxAt(340, 420, 320),
  },
  aadhaarFront: {
    name: boxAt(340, 150, 600),
    birthDate: boxAt(340, 230, 320),
    sex: boxAt(340, 310, 320),
    aadhaar: boxAt(340, 420, 420),
  },
  aadhaarBack: { address: boxAt(60, 150, 560, 230), postcode: boxAt(60, 410, 240) },
  face: {},
}
