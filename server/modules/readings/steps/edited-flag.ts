import type { StoredCustomer } from '#server/modules/customers/store.ts'
import type { StoredReading } from '../store.ts'
import { compareTexts, dateFirstByYear } from './compare.ts'

/** Edited flag: whether a customer has typed otherwise than was read; null where nothing was typed, or a person compares. */
export function isEdited({ field, value, blindIndex }: StoredReading, customer: StoredCustomer): boolean | null {
  const { name, birthDate, panIndex, aadhaarIndex } = customer
  switch (field) {
    case 'name':
      return name === null ? null : !compareTexts(name, value).same
    case 'birthDate':
      return birthDate === null ? null : birthDate !== dateFirstByYear(value)
    case 'pan':
      return panIndex === null ? null : panIndex !== blindIndex
    case 'aadhaar':
      return aadhaarIndex === null ? null : aadhaarIndex !== blindIndex
    default:
      return null
  }
}
