import { useSearch } from 'wouter'

/** The record that the address names; null where it names none. */
export const useRecordId = (): string | null => new URLSearchParams(useSearch()).get('id') || null
