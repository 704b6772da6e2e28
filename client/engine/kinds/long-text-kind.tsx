import { lazy, Suspense } from 'react'
import TextArea from '../../ui/library/text-area.tsx'
import { codePoints } from '../../../catalogue/kinds/kind.ts'
import { mayHoldFormula, splitTex } from '../../../catalogue/contents/tex.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import type { ClientKind, DifferenceProps, InputProps } from './client-kind.ts'

function LongTextInput({ id, field, value, invalid, describedBy, onChange }: InputProps) {
  const most = field.maxLength ?? 2000
  const text = typeof value === 'string' ? value : ''
  const used = codePoints(text)
  return (
    <div className="xr-long">
      <TextArea
        id={id}
        value={text}
        autoSize={{ minRows: 3, maxRows: 12 }}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
        {...(invalid && { status: 'error' as const, 'aria-invalid': true })}
        aria-describedby={describedBy}
      />
      <span
        className={used > most ? 'xr-count xr-over' : 'xr-count'}
        aria-live={used > most * 0.9 ? 'polite' : 'off'}
      >
        {used} / {most} 字
      </span>
    </div>
  )
}

/** Loads the part when the first text with a formula is shown, because few texts have one. */
const parts = () => import('./rich/rich-text-parts.tsx')
const Typeset = lazy(async () => ({ default: (await parts()).TypesetText }))
const TypesetDifference = lazy(async () => ({ default: (await parts()).TypesetDifference }))

const hasFormula = (value: unknown): boolean =>
  typeof value === 'string' && mayHoldFormula(value) && splitTex(value).some((part) => 'tex' in part)

/** A plain text as people read it: its lines, and its formulas typeset. */
export function LongText({ text }: { text: string }) {
  const source = <span className="xr-lines">{text}</span>
  if (!hasFormula(text)) return source
  return (
    <Suspense fallback={source}>
      <Typeset text={text} />
    </Suspense>
  )
}

function LongTextDifference(props: DifferenceProps) {
  return (
    <Suspense fallback={<Skeleton lines={3} />}>
      <TypesetDifference {...props} />
    </Suspense>
  )
}

/** Several lines with a count of what is left. */
export const longTextKind: ClientKind = {
  Input: LongTextInput,
  Display: ({ value }) => <LongText text={String(value)} />,
  Difference: LongTextDifference,
  marks: (before, after) => hasFormula(before) || hasFormula(after),
  text: (value) => String(value),
  Filter: null,
  wide: true,
}
