import { Component, type ReactNode } from 'react'
import { Trouble } from '#src/ui/Trouble.tsx'
import { logError } from './errors.ts'

/** Keeps what breaks inside from taking the rest along: says what went wrong, and tries again when asked. */
export class Guarded extends Component<{ children: ReactNode }, { error: Error | null }> {
  static getDerivedStateFromError = (error: unknown) => ({
    error: error instanceof Error ? error : new Error(String(error)),
  })
  override state = { error: null as Error | null }
  override componentDidCatch(error: unknown): void {
    logError(error)
  }
  override render(): ReactNode {
    const { error } = this.state
    return error ? <Trouble error={error} retry={() => this.setState({ error: null })} /> : this.props.children
  }
}
