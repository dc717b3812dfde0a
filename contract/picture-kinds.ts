import { Choice } from './kernel/values.ts'

/** The pictures that somebody is identified by, in the order they are looked at. */
export const pictureKinds = ['pan', 'aadhaarFront', 'aadhaarBack', 'face'] as const
export type PictureKind = (typeof pictureKinds)[number]
export const PictureKind = Choice('pictures.kind', [...pictureKinds])
