import { Link } from 'react-router'
import { contents } from '../../../catalogue/contents/contents.ts'
import { contentStates } from '../../../catalogue/contents/define.ts'
import { officePath } from '../../../catalogue/contents/paths.ts'
import type { Videos } from '../../../catalogue/contract/teaching/lives.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { FilterBar } from '../../engine/list/filter-bar.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { bytes, fullTime } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { useVideos } from './use-lives.ts'

type Line = Videos['list'][number]

const origins: Readonly<Record<Line['origin'], string>> = {
  resource: '资源',
  lesson: '课堂录像',
  live: '直播回放',
}

const uploadPath = `${officePath(2, contents.resource) ?? '/'}&new=1`

/** 我的视频: films of a teacher, wherever they came from; each opens where it is watched. */
export function OwnVideosPage({ entry }: { entry: PageEntry }) {
  const asked = useAsked(['origin'] as const)
  const answer = useVideos(asked.of('origin'), asked.page)
  return (
    <PageFrame
      title={entry.title}
      note="上传到资源里的视频、活动中录下的课、申请的直播的回放"
      actions={<ButtonLink to={uploadPath}>上传视频</ButtonLink>}
    >
      <FilterBar
        filters={[
          {
            kind: 'choice',
            key: 'origin',
            label: '来源',
            options: Object.entries(origins).map(([value, label]) => ({ value, label })),
          },
        ]}
        asked={asked}
        onAsk={(key, value) => asked.put({ [key]: value })}
      />
      <Loaded answer={answer} failed="视频打开失败" lines={8}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty text="暂无视频。" action={<ButtonLink to={uploadPath}>上传视频</ButtonLink>} />
          ) : (
            <>
              <LineTable
                label="我的视频"
                lines={data.list}
                columns={columns}
                keyOf={({ key }) => key}
                stale={answer.isPlaceholderData}
                testId="own-video"
              />
              {data.total > data.pageSize && <Pager {...data} onPage={asked.setPage} />}
            </>
          )
        }
      </Loaded>
    </PageFrame>
  )
}

const stateWords: Readonly<Record<string, string>> = contentStates

/** The page on which a film is watched: that of the resource, or of the lesson. */
function placeOf({ about: { content, activity, lesson } }: Line): string {
  if (activity !== null && lesson !== null) return `/teacher/jyda?id=${activity}&lesson=${lesson}`
  return officePath(2, contents.resource, content ?? undefined) ?? '/'
}

const columns: LineColumn<Line>[] = [
  {
    key: 'title',
    title: '视频',
    wide: true,
    render: (line) =>
      line.address === null ? (
        <Link to={placeOf(line)}>{line.title}</Link>
      ) : (
        <a href={line.address} target="_blank" rel="noreferrer noopener">
          {line.title}
          <span className="x-hidden">（在新窗口打开，离开本平台）</span>
        </a>
      ),
  },
  { key: 'origin', title: '来源', render: ({ origin }) => origins[origin] },
  { key: 'bytes', title: '大小', figure: true, render: ({ file }) => (file ? bytes(file.bytes) : '') },
  { key: 'state', title: '状态', render: ({ state }) => stateWords[state] ?? '' },
  {
    key: 'uses',
    title: '外校使用',
    figure: true,
    render: ({ origin, uses }) => (origin === 'resource' ? <span className="x-num">{uses}</span> : ''),
  },
  { key: 'at', title: '时间', render: ({ at }) => fullTime(at) },
]
