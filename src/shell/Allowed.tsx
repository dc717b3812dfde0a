import { createContext, type ReactNode, useContext } from 'react'
import { grants, useSession } from '#src/session/session.ts'

/** The page that a component stands on, by the name its node of the menu has for it. */
export const PageName = createContext('')

interface Props {
  /** Button codes, of which one is enough. */
  readonly codes: readonly number[]
  readonly children: ReactNode
}

/**
 * What stands there only for whoever holds one of these buttons on the page in front.
 * @throws TypeError where there is no list of codes.
 */
export function Allowed({ codes, children }: Props) {
  useSession()
  return grants(useContext(PageName), codes) && children
}
