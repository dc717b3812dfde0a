/** Puts the focus into a field, so that what is typed takes the place of what stands there. */
export function selectText(field: HTMLInputElement | null | undefined): void {
  field?.focus()
  field?.select()
}
