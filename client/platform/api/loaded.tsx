import type { ReactNode } from 'react'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { sentenceOf } from './api-error.ts'

/**
 * What a question to the server came to: a frame while it is under way, the failure with a way to ask again,
 * else what `children` make of the answer. An answer that is there stays when asking anew fails.
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
