import { useQuery, useQueries } from '@tanstack/react-query'
import { lazy, Suspense, use, useState } from 'react'
import { shownText } from '../../../../catalogue/contract/workspace.ts'
import { wordsOfRich } from '../../../../catalogue/kinds/rich-text.ts'
import { api } from '../../../platform/api/api.ts'
import { RichText } from '../../../ui/look/rich-text.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { fileAddressQuery } from '../../evidence/addresses.ts'
import type { DifferenceProps, DisplayProps, InputProps } from '../client-kind.ts'
import { Surroundings } from '../surroundings.ts'

/** The editor and what draws formulas are loaded only where a text is written. */
const Editor = lazy(async () => ({ default: (await import('./rich-input.tsx')).RichInput }))
const Compared = lazy(async () => ({ default: (await import('./rich-difference.tsx')).RichDifference }))

const pictures = (html: string): string[] =>
  [...html.matchAll(/<img data-file="([0-9a-f-]{36})"/g)].flatMap(([, id]) => id ?? [])

/** The editor opens when its pictures have addresses: it reads them once. */
export function RichTextInput({ id, field, value, invalid, describedBy, onChange }: InputProps) {
  const { files: known } = use(Surroundings)
  const text = typeof value === 'string' ? value : ''
  const [first, setFirst] = useState(text)
  const [typed, setTyped] = useState(text)
  // Set from outside (the version somebody else saved): the editor opens anew, but never under the cursor.
  if (text !== typed) {
    setTyped(text)
    if (!document.activeElement?.closest(`#${CSS.escape(id)}`)) setFirst(text)
  }
  const unknown = pictures(first).filter((file) => !known.some((one) => one.id === file))
  const asked = useQueries({ queries: unknown.map((file) => fileAddressQuery(file)) })
  const files = asked.flatMap(({ data }) =>
    data ? [{ ...data, bytes: data.size, url: data.preview_url, download: data.url }] : [],
  )
  if (asked.some(({ isPending }) => isPending)) return <Skeleton lines={8} />
  return (
    <Suspense fallback={<Skeleton lines={8} />}>
      <Editor
        key={first}
        id={id}
        labelledBy={`${id}-label`}
        describedBy={describedBy}
        invalid={invalid}
        value={first}
        most={field.maxLength ?? 20_000}
        files={[...known, ...files]}
        onChange={(next) => {
          setTyped(next ?? '')
          onChange(next)
        }}
      />
    </Suspense>
  )
}

/** The text as the server shows it to this reader: cleaned again, formulas typeset, files with addresses. */
function useShown(value: unknown, form: 'html' | 'text' = 'html'): string | undefined {
  const html = typeof value === 'string' ? value : ''
  const { data } = useQuery({
    queryKey: ['shown-text', form, html],
    queryFn: () => api.post('/api/v1/shownText', { schema: shownText, body: { [form]: html }, quiet: true }),
    enabled: html !== '',
    // Addresses of files end after five minutes (features/files/addresses).
    staleTime: 240_000,
  })
  return html === '' ? '' : data?.html
}

export function RichTextDisplay({ value }: DisplayProps) {
  const shown = useShown(value)
  return shown === undefined ? (
    <span className="xr-lines">{wordsOfRich(String(value))}</span>
  ) : (
    <RichText html={shown} />
  )
}

/** A plain text with its formulas typeset. Until the server has answered, its source. */
export function TypesetText({ text }: { text: string }) {
  const shown = useShown(text, 'text')
  return shown === undefined ? <span className="xr-lines">{text}</span> : <RichText compact html={shown} />
}

/** Marks deleted and added parts of two plain texts with formulas. */
export function TypesetDifference({ before, after }: DifferenceProps) {
  const [from, to] = [useShown(before, 'text'), useShown(after, 'text')]
  return from === undefined || to === undefined ? <Skeleton lines={3} /> : <Marked before={from} after={to} />
}

/** Marks deleted and added words of two rich texts. A page that has the shown texts hands them in. */
export function RichTextDifference({ before, after, shown }: DifferenceProps) {
  if (shown) return <Marked before={shown.before} after={shown.after} />
  return <MarkedWhenShown before={before} after={after} />
}

function MarkedWhenShown({ before, after }: { before: unknown; after: unknown }) {
  const [from, to] = [useShown(before), useShown(after)]
  return from === undefined || to === undefined ? <Skeleton lines={3} /> : <Marked before={from} after={to} />
}

function Marked(sides: { before: string; after: string }) {
  return (
    <Suspense fallback={<Skeleton lines={3} />}>
      <Compared {...sides} />
    </Suspense>
  )
}
