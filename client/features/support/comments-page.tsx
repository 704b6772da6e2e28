import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { onePath } from '../../../catalogue/contents/public.ts'
import type { SupportComments } from '../../../catalogue/contract/support.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { FilterBar } from '../../engine/list/filter-bar.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { ReasonDialog } from '../../engine/record/reason-dialog.tsx'
import { Loaded } from '../../platform/api/loaded.tsx'
import { fullTime } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { useDecideComment, useSupportComments } from './use-support.ts'
import './support.css'

type Line = SupportComments['list'][number]

const all = 'all'

/** 课例评论: what teachers say of lessons of counterpart support, looked at before readers see it. */
export function SupportCommentsPage({ entry }: { entry: PageEntry }) {
  const asked = useAsked(['status', 'q'] as const)
  const status = asked.of('status') || '0'
  const answer = useSupportComments({ status, q: asked.of('q') }, asked.page)
  return (
    <PageFrame
      title={entry.title}
      note={answer.data && (answer.data.waiting > 0 ? `${answer.data.waiting} 条待审核` : '没有待审核的')}
    >
      <FilterBar
        search={{ key: 'q', label: '搜索', hint: '评论、评论人或课例' }}
        filters={[
          {
            kind: 'choice',
            key: 'status',
            label: '状态',
            hint: labelOf('commentStatus', '0'),
            options: [
              { value: '1', label: labelOf('commentStatus', '1') },
              { value: '2', label: labelOf('commentStatus', '2') },
              { value: all, label: '全部' },
            ],
          },
        ]}
        asked={asked}
        onAsk={(key, value) => asked.put({ [key]: value })}
      />
      <Loaded answer={answer} failed="课例评论打开失败" lines={8}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty
              text={status === '0' && asked.of('q') === '' ? '没有待审核的评论。' : '没有符合条件的评论。'}
              action={<Button onClick={() => asked.put({ status: all, q: '' })}>看全部评论</Button>}
            />
          ) : (
            <>
              <Lines list={data.list} />
              {data.total > data.pageSize && <Pager {...data} onPage={asked.setPage} />}
            </>
          )
        }
      </Loaded>
    </PageFrame>
  )
}

/** Keys A and H on the comment whose link or button has the focus. */
function useRowKeys(onKey: (id: string, key: 'a' | 'h') => void): void {
  const latest = useRef(onKey)
  useEffect(() => {
    latest.current = onKey
  })
  useEffect(() => {
    const listen = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const id = document.activeElement?.closest('[data-comment]')?.getAttribute('data-comment')
      const pressed = key.toLowerCase()
      if (!id || ctrlKey || metaKey || altKey) return
      if (pressed === 'a' || pressed === 'h') latest.current(id, pressed)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

function Lines({ list }: { list: readonly Line[] }) {
  const decide = useDecideComment()
  const [asks, setAsks] = useState<Line | null>(null)
  const send = (line: Line, reason: string | null) =>
    decide.mutate(
      { id: line.id, reason },
      { onSuccess: () => notify.success(reason === null ? '已显示' : '已屏蔽，作者会收到理由') },
    )
  const show = (line: Line) => line.status !== '1' && send(line, null)
  const hide = (line: Line) => line.status !== '2' && setAsks(line)
  useRowKeys((id, key) => {
    const line = list.find((one) => one.id === id)
    if (line && asks === null) (key === 'a' ? show : hide)(line)
  })
  return (
    <>
      <ul className="support-comments">
        {list.map((line) => (
          <li key={line.id} data-testid="support-comment" data-comment={line.id}>
            <p className="x-faint x-dense">
              {line.by}　{line.org}　{fullTime(line.at)}
              {line.isAnswer && '　回复'}
              {line.score !== null && `　评分 ${line.score}`}
            </p>
            <p className="support-said">{line.text}</p>
            <p className="x-dense">
              <Link to={onePath('supportLesson', line.lesson.id)}>{line.lesson.title}</Link>
              <span className="x-faint">（{line.lesson.host}）</span>
            </p>
            {line.reason !== null && <p className="x-soft x-dense">屏蔽理由：{line.reason}</p>}
            <div className="support-acts">
              <span className="x-soft">{labelOf('commentStatus', line.status)}</span>
              {line.status !== '1' && (
                <Button busy={decide.isPending && decide.variables.id === line.id} onClick={() => show(line)}>
                  显示<span className="x-hidden">：{line.text}</span>
                </Button>
              )}
              {line.status !== '2' && (
                <Button look="text" onClick={() => hide(line)}>
                  屏蔽<span className="x-hidden">：{line.text}</span>
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {asks !== null && (
        <ReasonDialog
          question={{
            title: '屏蔽该评论',
            text: '读者不再看到它和它下面的回复，作者会收到理由。',
            ok: '屏蔽',
            label: '理由',
            samples: ['与课例无关', '有对个人的指责，请对事不对人', '出现了学生或家长的信息'],
          }}
          busy={decide.isPending}
          onAnswer={(reason) => {
            setAsks(null)
            if (reason !== null) send(asks, reason)
          }}
        />
      )}
    </>
  )
}
