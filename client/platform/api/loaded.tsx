import type { ReactNode } from 'react'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { sentenceOf } from './api-error.ts'

/**
 * Shows a query: a skeleton while it loads, a failure with a button to try again, else what `children` make
 * of the answer. An older answer stays when a reload fails.
 */
export function Loaded<T>({
  answer: { data, error, refetch },
  failed,
  lines,
  children,
}: {
  answer: { data: T | undefined; error: unknown; refetch: () => unknown }
  failed: string
  lines: number
  children: (data: T) => ReactNode
}) {
  if (data !== undefined) return children(data)
  if (!error) return <Skeleton lines={lines} />
  return <ErrorBox title={failed} detail={sentenceOf(error)} onRetry={() => void refetch()} />
}
