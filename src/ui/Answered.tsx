import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '#src/locale/text.ts'
import { Progress } from './Progress.tsx'
import { Trouble } from './Trouble.tsx'

interface Props<Answer> {
  readonly query: UseQueryResult<Answer>
  children(answer: Answer): ReactNode
}

/** What a call answered, once it has; until then how far it is, or what went wrong. */
export function Answered<Answer>({ query, children }: Props<Answer>) {
  const { text } = useText()
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (error) return <Trouble error={error} retry={() => void refetch()} />
  return <Progress label={text('session.entering')} />
}
