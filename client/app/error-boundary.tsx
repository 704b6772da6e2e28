import { Component, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Broken } from './broken-page.tsx'

interface Props {
  readonly children: ReactNode
  readonly at?: string | undefined
}

interface State {
  readonly broken: boolean
  readonly at: string | undefined
}

/**
 * Keeps what is around it standing when the page inside breaks. Give it a `key` per page, so that it starts
 * anew, or `at`: a page that broke is tried again at the next address.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { broken: false, at: this.props.at }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  static getDerivedStateFromProps({ at }: Props, state: State): State | null {
    return at === state.at ? null : { broken: false, at }
  }

  override componentDidCatch(error: unknown) {
    console.error(error)
  }

  override render() {
    return this.state.broken ? <Broken /> : this.props.children
  }
}

/** Around everything that stands at an address. */
export function PageBoundary({ children }: { children: ReactNode }) {
  return <ErrorBoundary at={useLocation().key}>{children}</ErrorBoundary>
}
