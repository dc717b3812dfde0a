import { hasText } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'

/** Says a title of the menu: in the reader's language where it is a text key, else as it is. */
export function useMenuTitle(): (title: string) => string {
  const { say } = useText()
  return (title) => (hasText(title) ? say(title) : title)
}
