import { Link, useNavigate } from 'react-router'
import type { TalentChange, TalentDifferenceView } from '../../../catalogue/contract/analysis/talents.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { StickyBar } from '../../ui/layout/sticky-bar.tsx'
import { Name } from '../../ui/look/name.tsx'
import { useDifference, useTalentActs } from './use-talents.ts'
import { levelOf } from './words.tsx'

const columns: readonly LineColumn<TalentChange>[] = [
  { key: 'name', title: '姓名', wide: true, render: ({ name }) => <Name value={name} /> },
  { key: 'org', title: '单位', render: ({ org }) => org },
  { key: 'kind', title: '类别', render: ({ kind }) => labelOf('highLevelKind', kind) },
  { key: 'level', title: '级别', render: ({ level }) => levelOf(level) },
  { key: 'year', title: '获得年份', figure: true, render: ({ year }) => year ?? '' },
]
const basis = (title: string): LineColumn<TalentChange> => ({
  key: 'basis',
  title,
  render: ({ basis: words, published }) => (
    <>
      {words}
      {published && <span className="talents-doubt">　已发布</span>}
    </>
  ),
})
const before: LineColumn<TalentChange> = {
  key: 'before',
  title: '原来',
  render: ({ before: words }) => <span className="x-soft">{words}</span>,
}

const groups = {
  added: { title: '新列入', columns: [...columns, basis('依据')] },
  changed: { title: '有变化，要重新确认', columns: [...columns, basis('现在的依据'), before] },
  removed: { title: '移出', columns: [...columns, basis('原因')] },
} as const
type Group = keyof typeof groups
const order: readonly Group[] = ['removed', 'changed', 'added']

/** What a sync would change, seen before it is applied. */
export function SyncView({ entry }: { entry: PageEntry }) {
  const answer = useDifference()
  return (
    <PageFrame
      title="从档案同步"
      crumbs={[{ label: entry.title, to: entry.path }]}
      note="先核对差异，应用后只改动有变化的；人工列入的和手工移出的不受影响"
    >
      <Loaded answer={answer} failed="差异计算失败" lines={10}>
        {(data) => <Difference data={data} path={entry.path} />}
      </Loaded>
    </PageFrame>
  )
}

function Difference({ data, path }: { data: TalentDifferenceView; path: string }) {
  const { busy, sync } = useTalentActs()
  const navigate = useNavigate()
  const { added, changed, removed } = data.counts
  const total = added + changed + removed
  const apply = async () => {
    if (await sync(data.print)) await navigate(path)
  }
  return (
    <div className="talents-sync" data-testid="difference">
      {total === 0 && (
        <Empty text="名单与档案一致，没有要改的。" action={<ButtonLink to={path}>返回名单</ButtonLink>} />
      )}
      {order.map((group) =>
        data.counts[group] === 0 ? null : <Changes key={group} group={group} data={data} />,
      )}
      <ByHand data={data} path={path} />
      {data.others > 0 && (
        <p className="x-soft">另有 {data.others} 条由其他单位列入，由那些单位同步和确认。</p>
      )}
      {total > 0 && (
        <StickyBar
          note={
            <span>
              新列入 <b>{added}</b> 条，有变化 <b>{changed}</b> 条，移出 <b>{removed}</b> 条
            </span>
          }
        >
          <ButtonLink to={path}>暂不应用</ButtonLink>
          <Button look="primary" busy={busy} onClick={() => void apply()}>
            应用这些变化
          </Button>
        </StickyBar>
      )}
    </div>
  )
}

function Changes({ group, data }: { group: Group; data: TalentDifferenceView }) {
  const { title, columns: heads } = groups[group]
  const lines = data[group]
  const count = data.counts[group]
  return (
    <Panel title={title} beside={<span className="x-soft">{count} 条</span>} flush>
      <div className="talents-table">
        <LineTable
          label={title}
          lines={lines}
          columns={heads}
          keyOf={({ teacherId, kind }) => `${teacherId}/${kind}`}
          stale={false}
          testId={`talents-${group}`}
        />
      </div>
      {count > lines.length && (
        <p className="x-note x-soft talents-more">只列出前 {lines.length} 条，应用时全部办理。</p>
      )}
    </Panel>
  )
}

/** People whose projects take in teachers and principals alike: an officer says which list they belong to. */
function ByHand({ data: { byHand }, path }: { data: TalentDifferenceView; path: string }) {
  if (byHand.length === 0) return null
  return (
    <Panel title="请人工判断" beside={<span className="x-soft">{byHand.length} 人</span>}>
      <p className="x-soft">这些项目既有教师也有校长，规则不能判断类别；要列入的请点姓名，人工列入。</p>
      <ul className="talents-by-hand">
        {byHand.map(({ teacherId, name, org, project }) => (
          <li key={teacherId}>
            <Link to={`${path}?new=1&teacher=${teacherId}`}>{name}</Link>
            <span className="x-soft">
              {org}　{project}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
