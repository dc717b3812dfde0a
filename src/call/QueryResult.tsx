import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '#src/locale/text.ts'
import { Progress } from '#src/ui/feedback/Progress.tsx'
import { ErrorNotice } from './ErrorNotice.tsx'

interface Props<Answer> {
  readonly query: UseQueryResult<Answer>
  children(answer: Answer): ReactNode
}

/** Result of a query: what a call answered, once it has; until then how far it is, or what went wrong. */
export function QueryResult<Answer>({ query, children }: Props<Answer>) {
  const { text } = useText()
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />
  return <Progress label={text('session.entering')} />
}
