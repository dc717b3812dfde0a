import { createContext, type ReactNode, useContext } from 'react'
import { hasButtonCode, useSession } from '#src/session/base/session.ts'

/** The page that a component stands on, by the name its node of the menu has for it. */
export const PageNameContext = createContext('')

interface Props {
  /** Button codes, of which one is enough. */
  readonly codes: readonly number[]
  readonly children: ReactNode
}

/**
 * Permission check around a part of a page: it stands there only for whoever holds one of these buttons on the page in
 * front.
 * @throws TypeError where there is no list of codes.
 */
export function IfPermitted({ codes, children }: Props) {
  useSession()
  return hasButtonCode(useContext(PageNameContext), codes) && children
}
