import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { teacherStanding, type FindGroup, type FoundLine } from '../../../catalogue/contract/finding.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'

/** The texts of the help are larger than the search, and read only beside a page. */
const PageHelp = lazy(async () => ({ default: (await import('./page-help.tsx')).PageHelp }))

const opens: Readonly<Record<FindGroup, string>> = {
  people: '打开档案',
  institutions: '打开',
  records: '打开记录',
  contents: '阅读全文',
  pages: '打开页面',
}

/** A line with the group in which it stands. */
export interface ChosenLine {
  readonly group: FindGroup
  readonly line: FoundLine
}

/** What the chosen line is about, beside the lines; for desks only. */
export function PreviewPane({ chosen, onOpen }: { chosen: ChosenLine; onOpen: (line: FoundLine) => void }) {
  const { group, line } = chosen
  const { facts, text, teacherId } = line.preview
  return (
    <aside className="find-pane" aria-label={`摘要：${line.title}`}>
      <h2>{line.title}</h2>
      {line.detail !== '' && <p className="x-soft x-dense">{line.detail}</p>}
      <Facts facts={facts} />
      {teacherId !== null && <Standing key={teacherId} teacherId={teacherId} />}
      {text !== '' && <p className="find-text">{text}</p>}
      {group === 'pages' && (
        <Suspense fallback={null}>
          <PageHelp link={line.link} />
        </Suspense>
      )}
      <p>
        <Link to={line.link} className="find-open" onClick={() => onOpen(line)}>
          {group === 'people' && teacherId === null ? '打开账号' : opens[group]}
        </Link>
      </p>
      {teacherId !== null && <p className="x-note x-faint">查看档案会写入查阅记录，本人可见。</p>}
    </aside>
  )
}

function Facts({ facts }: { facts: readonly { label: string; value: string }[] }) {
  if (facts.length === 0) return null
  return (
    <dl className="find-facts">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** How far the archive is: read apart, so that the lines do not wait for it. */
function Standing({ teacherId }: { teacherId: number }) {
  const { data, error } = useQuery({
    queryKey: ['find', 'teacher', teacherId],
    queryFn: ({ signal }) =>
      api.get(`/api/v1/find/teachers/${teacherId}`, { schema: teacherStanding, quiet: true, signal }),
    staleTime: 30_000,
    retry: false,
  })
  if (error) return <p className="x-soft x-dense">{sentenceOf(error)}</p>
  return <Facts facts={data?.facts ?? [{ label: '档案完整度', value: '…' }]} />
}
