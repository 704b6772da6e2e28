import { Link, useNavigate } from 'react-router'
import type { ArchiveLine } from '../../../catalogue/contract/archive/archive.ts'
import { FilterBar, type BarFilter } from '../../engine/list/filter-bar.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { personOf } from '../../platform/api/by-number.ts'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Meter } from '../../ui/layout/meter.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { Name } from '../../ui/look/name.tsx'
import { useArchives, type ListFilter } from './use-archive.ts'

const keys = ['q', 'institution'] as const
type Key = (typeof keys)[number]

const search = { key: 'q', label: '姓名或拼音', hint: '姓名、拼音、完整证件号' } as const
const byInstitution: readonly BarFilter<Key>[] = [{ kind: 'text', key: 'institution', label: '学校名称' }]

/**
 * Teachers in reach with how full their archives are; the name leads to the document. Search and page stand
 * in the address.
 */
export function TeacherList({ to }: { to: (teacherId: number, list: ListFilter) => string }) {
  const asked = useAsked(keys)
  const [q, institution] = [asked.of('q'), asked.of('institution')]
  const archives = useArchives({ page: asked.page, q, institution })
  const many = (useSession()?.role ?? 0) > 3
  const navigate = useNavigate()
  const find = async (key: Key, value: string) => {
    const person = key === 'q' ? await personOf(value) : undefined
    if (person === undefined) asked.put({ [key]: value })
    else if (person && person.teacherId !== null)
      void navigate(to(person.teacherId, { q: '', institution: '' }))
  }
  return (
    <>
      <FilterBar
        search={search}
        filters={many ? byInstitution : []}
        asked={asked}
        onAsk={(key, value) => void find(key, value)}
      />
      <Loaded answer={archives} failed="名单打开失败" lines={10}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty
              text={asked.isNarrowed ? '没有符合条件的教师。' : '本范围内暂无教师。'}
              action={asked.isNarrowed && <Button onClick={asked.clear}>看全部教师</Button>}
            />
          ) : (
            <>
              <LineTable
                label="教师档案"
                lines={data.list}
                columns={columnsOf(many, (id) => to(id, { q, institution }))}
                keyOf={({ teacherId }) => String(teacherId)}
                stale={archives.isPlaceholderData}
                testId="archive-line"
              />
              <Pager {...data} onPage={asked.setPage} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function columnsOf(many: boolean, to: (teacherId: number) => string): readonly LineColumn<ArchiveLine>[] {
  const figure = (key: 'missing' | 'pending' | 'returned', title: string, tone = '') => ({
    key,
    title,
    figure: true as const,
    render: (line: ArchiveLine) => (
      <span className={`x-num ${line[key] > 0 ? tone : 'x-faint'}`}>{line[key]}</span>
    ),
  })
  return [
    {
      key: 'name',
      title: '姓名',
      wide: true,
      render: ({ teacherId, name }) => (
        <Link to={to(teacherId)}>
          <Name value={name} />
        </Link>
      ),
    },
    ...(many ? [{ key: 'institution', title: '学校', render: (line: ArchiveLine) => line.institution }] : []),
    { key: 'note', title: '学段学科', render: ({ note }) => note },
    {
      key: 'percent',
      title: '完整度',
      render: ({ name, percent }) => (
        <span className="archive-meter">
          <Meter percent={percent} label={`${name}的档案完整度`} />
          <span className="x-num">{percent}%</span>
        </span>
      ),
    },
    figure('missing', '缺'),
    figure('pending', '待审', 'archive-wait'),
    figure('returned', '退回', 'archive-wrong'),
  ]
}
