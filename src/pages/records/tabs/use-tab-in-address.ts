import { useLocation, useSearch } from 'wouter'

/** The tab of a record that the address names, the first where it names none of them; and how another one is opened. */
export function useTabInAddress(ids: readonly string[]): readonly [front: string, open: (id: string) => void] {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const named = new URLSearchParams(search).get('tab')
  const open = (id: string) => {
    const params = new URLSearchParams(search)
    params.set('tab', id)
    navigate(`${path}?${params}`, { replace: true })
  }
  return [named !== null && ids.includes(named) ? named : ids[0]!, open]
}
