import { Component, type ReactNode } from 'react'
import { Broken } from './broken-page.tsx'

/**
 * Keeps header and menu standing when the page inside them breaks. Give it a `key` per page, so that it
 * starts anew.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch(error: unknown) {
    console.error(error)
  }

  override render() {
    return this.state.broken ? <Broken /> : this.props.children
  }
}
