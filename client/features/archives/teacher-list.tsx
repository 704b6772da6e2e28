import { Link, useNavigate, useSearchParams } from 'react-router'
import type { ArchiveLine } from '../../../catalogue/contract/archive/archive.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { personOf } from '../../platform/api/by-number.ts'
import { useSession } from '../../platform/session/session.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { FilterForm } from '../../ui/forms/filter-form.tsx'
import { Meter } from '../../ui/layout/meter.tsx'
import { Name } from '../../ui/look/name.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { useArchives, type ListFilter } from './use-archive.ts'

/**
 * Teachers in reach with how full their archives are; the name leads to the document. Search and page stand
 * in the address.
 */
export function TeacherList({ to }: { to: (teacherId: number, list: ListFilter) => string }) {
  const [params, setParams] = useSearchParams()
  const [q, institution] = [params.get('q') ?? '', params.get('institution') ?? '']
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  const archives = useArchives({ page, q, institution })
  const many = (useSession()?.role ?? 0) > 3
  const ask = (next: Readonly<Record<string, string>>) =>
    setParams(new URLSearchParams(Object.entries(next).filter(([, value]) => value !== '')))
  const navigate = useNavigate()
  const find = async (next: Readonly<Record<string, string>>) => {
    const person = await personOf(next['q'] ?? '')
    if (person === undefined) ask(next)
    else if (person && person.teacherId !== null)
      void navigate(to(person.teacherId, { q: '', institution: '' }))
  }
  return (
    <>
      <Search
        key={`${q} ${institution}`}
        q={q}
        institution={institution}
        many={many}
        onAsk={(next) => void find(next)}
      />
      <Loaded answer={archives} failed="名单没能打开" lines={10}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty
              text={q || institution ? '没有符合条件的教师。' : '本范围内还没有教师。'}
              action={(q || institution) && <Button onClick={() => ask({})}>看全部教师</Button>}
            />
          ) : (
            <>
              <div className={archives.isPlaceholderData ? 'archive-table archive-stale' : 'archive-table'}>
                <table>
                  <thead>
                    <tr>
                      <th scope="col">姓名</th>
                      {many && <th scope="col">学校</th>}
                      <th scope="col">学段学科</th>
                      <th scope="col">完整度</th>
                      <th scope="col">缺</th>
                      <th scope="col">待审</th>
                      <th scope="col">退回</th>
                    </tr>
                  </thead>
                  <tbody>
                    {data.list.map((line) => (
                      <Line
                        key={line.teacherId}
                        line={line}
                        to={to(line.teacherId, { q, institution })}
                        many={many}
                      />
                    ))}
                  </tbody>
                </table>
              </div>
              <Pager
                {...data}
                onPage={(next) => ask({ q, institution, page: next > 1 ? String(next) : '' })}
              />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function Line({ line, to, many }: { line: ArchiveLine; to: string; many: boolean }) {
  const { name, institution, note, percent, missing, pending, returned } = line
  return (
    <tr data-testid="archive-line">
      <th scope="row">
        <Link to={to}>
          <Name value={name} />
        </Link>
      </th>
      {many && <td>{institution}</td>}
      <td>{note}</td>
      <td>
        <span className="archive-meter">
          <Meter percent={percent} label={`${name}的档案完整度`} />
          <span className="x-num">{percent}%</span>
        </span>
      </td>
      <Figure label="缺" value={missing} />
      <Figure label="待审" value={pending} tone="archive-wait" />
      <Figure label="退回" value={returned} tone="archive-wrong" />
    </tr>
  )
}

const Figure = ({ label, value, tone = '' }: { label: string; value: number; tone?: string }) => (
  <td data-label={label} className={`x-num ${value > 0 ? tone : 'x-faint'}`}>
    {value}
  </td>
)

function Search(props: {
  q: string
  institution: string
  many: boolean
  onAsk: (next: Readonly<Record<string, string>>) => void
}) {
  const { q, institution, many, onAsk } = props
  return (
    <FilterForm
      filtered={q !== '' || institution !== ''}
      onAsk={(of) => onAsk({ q: of('q'), institution: of('institution') })}
      onClear={() => onAsk({})}
    >
      <label>
        姓名或拼音
        <input name="q" type="search" defaultValue={q} maxLength={60} placeholder="或完整的证件号、手机号" />
      </label>
      {many && (
        <label>
          学校名称
          <input name="institution" type="search" defaultValue={institution} maxLength={60} />
        </label>
      )}
    </FilterForm>
  )
}
