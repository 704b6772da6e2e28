import { useMemo } from 'react'
import { RichText } from '../../../ui/look/rich-text.tsx'
import { richDiff } from './rich-diff.ts'

/** Two shown texts merged into one, with deleted and added parts marked. */
export function RichDifference({ before, after }: { before: string; after: string }) {
  const html = useMemo(() => richDiff(before, after), [before, after])
  return <RichText html={html} />
}
