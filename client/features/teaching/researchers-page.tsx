import { Link } from 'react-router'
import { researchFacts, type ResearcherPage } from '../../../catalogue/contract/teaching/researchers.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { documentPath } from '../../engine/archive-path.ts'
import { FilterBar } from '../../engine/list/filter-bar.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { useResearchers } from './use-teaching.ts'

type Line = ResearcherPage['list'][number]

const words: Readonly<Record<string, string>> = researchFacts
const options = (of: Readonly<Record<string, string>>) =>
  Object.entries(of).map(([value, label]) => ({ value, label }))
const accountWords = { '1': '已启用', '0': '已停用', unused: '从未登录', none: '没有账号' }

const columns: LineColumn<Line>[] = [
  {
    key: 'name',
    title: '姓名',
    wide: true,
    render: ({ teacherId, name }) => <Link to={documentPath(teacherId)}>{name}</Link>,
  },
  { key: 'facts', title: '身份', render: ({ facts }) => facts.map((one) => words[one] ?? one).join('、') },
  { key: 'institution', title: '单位', render: ({ institution }) => institution },
  {
    key: 'account',
    title: '账号',
    render: ({ enabled, name }) =>
      enabled === null ? (
        '没有账号'
      ) : (
        <Link to={`/institu/accounts?q=${encodeURIComponent(name)}`}>{enabled ? '已启用' : '已停用'}</Link>
      ),
  },
  {
    key: 'login',
    title: '最近登录',
    render: ({ lastLoginAt }) => (lastLoginAt === null ? '从未登录' : listTime(lastLoginAt)),
  },
  {
    key: 'activities',
    title: '归档的活动',
    figure: true,
    render: ({ activities }) => <span className="x-num">{activities}</span>,
  },
]

/** 教研用户: people whom a record in force makes one of teaching research, with their accounts. */
export function ResearchersPage({ entry }: { entry: PageEntry }) {
  const asked = useAsked(['q', 'fact', 'account'] as const)
  const answer = useResearchers({ ...asked.filter, page: asked.page, pageSize: 20 })
  return (
    <PageFrame title={entry.title} note="身份来自教研员名册、科组和教研组；那里结束了，这里就没有了">
      <FilterBar
        search={{ key: 'q', label: '姓名', hint: '姓名、拼音首字母' }}
        filters={[
          { kind: 'choice', key: 'fact', label: '身份', options: options(researchFacts) },
          { kind: 'choice', key: 'account', label: '账号', options: options(accountWords) },
        ]}
        asked={asked}
        onAsk={(key, value) => asked.put({ [key]: value })}
      />
      <Loaded answer={answer} failed="教研用户打开失败" lines={8}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty
              text={asked.isNarrowed ? '没有符合条件的人。' : '暂无教研员和科组长。'}
              action={
                asked.isNarrowed ? (
                  <Button onClick={asked.clear}>清除条件</Button>
                ) : (
                  <ButtonLink to={entry.path.replace('jyyhgl', 'jydwgl')}>到教研队伍新增教研员</ButtonLink>
                )
              }
            />
          ) : (
            <>
              <LineTable
                label="教研用户"
                lines={data.list}
                columns={columns}
                keyOf={({ teacherId }) => String(teacherId)}
                stale={answer.isPlaceholderData}
                testId="researcher"
              />
              <Pager {...data} onPage={asked.setPage} />
            </>
          )
        }
      </Loaded>
    </PageFrame>
  )
}
