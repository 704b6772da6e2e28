import type { ReactNode } from 'react'
import { usePageTitle } from './page-title.ts'

/** A page without contents that says why: not found, no permission, broken. */
export function BlankPage({
  title,
  children,
  ways,
  testId,
}: {
  title: string
  children: ReactNode
  /** Buttons to other pages. */
  ways: ReactNode
  testId?: string
}) {
  usePageTitle(title)
  return (
    <div className="x-blank" data-testid={testId}>
      <svg className="x-blank-mark" viewBox="0 0 96 96" aria-hidden="true">
        <path d="M10 84h76M22 72h52M34 60h28" stroke="var(--color-line-strong)" strokeWidth="7" />
        <path
          d="M48 50C44 34 50 24 62 14"
          fill="none"
          stroke="var(--color-control)"
          strokeWidth="3"
          strokeLinecap="round"
        />
        <circle cx="63" cy="13" r="4" fill="var(--color-accent)" />
        <circle cx="51" cy="27" r="3" fill="var(--color-accent-line)" />
        <circle cx="72" cy="52" r="3" fill="var(--color-accent-line)" />
      </svg>
      <h1 tabIndex={-1}>{title}</h1>
      {children}
      <div className="x-blank-ways">{ways}</div>
    </div>
  )
}
