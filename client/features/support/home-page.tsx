import { Link } from 'react-router'
import { contents } from '../../../catalogue/contents/contents.ts'
import type { ContentName } from '../../../catalogue/contents/define.ts'
import { officePath } from '../../../catalogue/contents/paths.ts'
import { supportTypes, type SupportHome } from '../../../catalogue/contract/support.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime } from '../../platform/format.ts'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { PairMapPart } from './pair-map.tsx'
import { PairsWaitingLines } from './pairs-waiting.tsx'
import { useSupportHome } from './use-support.ts'
import './pairs.css'
import './support.css'

/** 帮扶首页: what waits for the office, what is published, the pictures of the portal, and the supported areas. */
export function SupportHomePage({ entry }: { entry: PageEntry }) {
  const answer = useSupportHome()
  const role = useSession()?.role ?? 0
  const deskOf = (type: ContentName) => officePath(role, contents[type]) ?? '/'
  return (
    <PageFrame
      title={entry.title}
      actions={<ButtonLink to="/home/dkbf">门户上的对口帮扶</ButtonLink>}
      note="数量只计已发布的"
    >
      <Loaded answer={answer} failed="帮扶首页打开失败" lines={10}>
        {(home) => (
          <div className="support-home" data-testid="support-home">
            <dl className="support-counts">
              {supportTypes.map((type) => (
                <div key={type}>
                  <dt>{contents[type].title}</dt>
                  <dd>
                    <Link to={deskOf(type)}>{home.counts[type] ?? 0}</Link>
                  </dd>
                </div>
              ))}
            </dl>
            <Waiting home={home} commentsPath={entry.path.replace('bfsy', 'bfkl/klpl')} />
            <PairMapPart map={home.pairs} />
            <Latest list={home.latest} deskOf={deskOf} role={role} />
            <Areas list={home.areas} />
            <Carousel list={home.carousel} path={deskOf('supportCarousel')} />
          </div>
        )}
      </Loaded>
    </PageFrame>
  )
}

function Waiting({ home: { waiting }, commentsPath }: { home: SupportHome; commentsPath: string }) {
  return (
    <Panel title="等本单位办理">
      <ul className="support-lines">
        <li>
          <Link to={commentsPath}>课例评论 {waiting.comments} 条待审核</Link>
        </li>
        <li>
          草稿 <span className="x-num">{waiting.drafts}</span> 件尚未发布
        </li>
        <PairsWaitingLines />
      </ul>
    </Panel>
  )
}

function Latest(props: { list: SupportHome['latest']; deskOf: (type: ContentName) => string; role: number }) {
  const { list, deskOf, role } = props
  if (list.length === 0)
    return (
      <Panel title="最新">
        <Empty
          text="暂无已发布的内容。"
          action={<ButtonLink to={deskOf('supportLesson')}>新增帮扶课例</ButtonLink>}
        />
      </Panel>
    )
  return (
    <Panel title="最新">
      <LineTable
        label="最新发布"
        lines={list}
        keyOf={({ id }) => String(id)}
        stale={false}
        testId="support-latest"
        columns={[
          {
            key: 'title',
            title: '名称',
            wide: true,
            render: ({ id, type, title }) => (
              <Link to={officePath(role, contents[type], id) ?? '/'}>{title}</Link>
            ),
          },
          {
            key: 'type',
            title: '类别',
            render: ({ type }) => contents[type].title,
          },
          { key: 'host', title: '单位', render: ({ host }) => host },
          { key: 'at', title: '发布', render: ({ at }) => listTime(at) },
        ]}
      />
    </Panel>
  )
}

function Areas({ list }: { list: SupportHome['areas'] }) {
  return (
    <Panel title="受援地区">
      {list.length === 0 ? (
        <p className="x-soft">课例和活动写了受援区划以后，这里按地区列出。</p>
      ) : (
        <LineTable
          label="受援地区"
          lines={list}
          keyOf={({ code }) => code}
          stale={false}
          testId="support-area"
          columns={[
            { key: 'name', title: '地区', wide: true, render: ({ name }) => name },
            {
              key: 'lessons',
              title: '课例',
              figure: true,
              render: ({ lessons }) => <span className="x-num">{lessons}</span>,
            },
            {
              key: 'activities',
              title: '特色活动',
              figure: true,
              render: ({ activities }) => <span className="x-num">{activities}</span>,
            },
          ]}
        />
      )}
    </Panel>
  )
}

function Carousel({ list, path }: { list: SupportHome['carousel']; path: string }) {
  return (
    <Panel title="轮播图">
      {list.length === 0 ? (
        <Empty text="门户暂无轮播图。" action={<ButtonLink to={path}>新增轮播图</ButtonLink>} />
      ) : (
        <ul className="support-lines">
          {list.map(({ id, title, isShown }) => (
            <li key={id}>
              <Link to={path}>
                {title}（{isShown ? '正在显示' : '未显示'}）
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
