import { Component, type ReactNode } from 'react'
import { ErrorNotice } from '#src/call/ErrorNotice.tsx'
import { logError } from '#src/call/error-log.ts'

/**
 * Error boundary: keeps what breaks inside from taking the rest along: says what went wrong, and tries again when
 * asked.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  static getDerivedStateFromError = (error: unknown) => ({
    error: error instanceof Error ? error : new Error(String(error)),
  })
  override state = { error: null as Error | null }
  override componentDidCatch(error: unknown): void {
    logError(error)
  }
  override render(): ReactNode {
    const { error } = this.state
    return error ? <ErrorNotice error={error} retry={() => this.setState({ error: null })} /> : this.props.children
  }
}
