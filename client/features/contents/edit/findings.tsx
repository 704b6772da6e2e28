import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { contents } from '../../../../catalogue/contents/contents.ts'
import type { AnyContent, ContentName } from '../../../../catalogue/contents/define.ts'
import { contentFinding, type ContentFinding } from '../../../../catalogue/contract/portal/contents.ts'
import { api } from '../../../platform/api/api.ts'
import { Icon } from '../../../ui/look/icon.tsx'

type Values = Readonly<Record<string, unknown>>

/** What the server finds in the files of a form as it stands; nothing for a type whose files are not looked into. */
export function useFindings(type: ContentName, values: Values): readonly ContentFinding[] {
  const definition: AnyContent = contents[type]
  const { files = [], beside = [] } = definition.examined ?? {}
  const value = Object.fromEntries(
    [...files, ...beside].map((key) => [key, typeof values[key] === 'string' ? values[key] : null]),
  )
  const { data = [] } = useQuery({
    queryKey: ['contents', type, 'examined', value],
    queryFn: ({ signal }) =>
      api.post(`/api/v1/contents/${type}/examined`, {
        schema: z.array(contentFinding),
        body: { value },
        quiet: true,
        signal,
      }),
    enabled: files.some((key) => value[key] !== null),
    // A file never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}

/** What was found in the file of one field: errors first. */
export function Findings({ found }: { found: readonly ContentFinding[] }) {
  if (found.length === 0) return null
  const sorted = found.toSorted((a, b) => a.level.localeCompare(b.level))
  return (
    <ul className="contents-findings">
      {sorted.map(({ level, message }) => (
        <li key={message} className={level === 'error' ? 'xr-fault' : 'x-soft'}>
          <Icon name={level === 'error' ? 'warn' : 'info'} />
          {level === 'error' ? `送审前要改：${message}` : `建议：${message}`}
        </li>
      ))}
    </ul>
  )
}
