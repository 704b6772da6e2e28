import { lazy, Suspense, type ComponentType } from 'react'
import { wordsOfRich } from '../../../catalogue/kinds/rich-text.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import type { ClientKind } from './client-kind.ts'

const parts = () => import('./rich/rich-text-parts.tsx')
const Input = lazy(async () => ({ default: (await parts()).RichTextInput }))
const Display = lazy(async () => ({ default: (await parts()).RichTextDisplay }))
const Difference = lazy(async () => ({ default: (await parts()).RichTextDifference }))

/** Loads the part when the first rich text is shown, because few records have one. */
function whenLoaded<P extends object>(Part: ComponentType<P>, lines: number) {
  return function WhenLoaded(props: P) {
    return (
      <Suspense fallback={<Skeleton lines={lines} />}>
        <Part {...props} />
      </Suspense>
    )
  }
}

/** Text with headings, tables, pictures and formulas. Lists and summaries show its words only. */
export const richTextKind: ClientKind = {
  Input: whenLoaded(Input, 8),
  Display: whenLoaded(Display, 3),
  Difference: whenLoaded(Difference, 3),
  text: (value) => wordsOfRich(String(value)),
  Filter: null,
  wide: true,
  group: true,
}
