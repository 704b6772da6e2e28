import { useState, type FormEvent } from 'react'
import { roleEntry, isRole } from '../../../catalogue/access/roles.ts'
import { feedbackKinds, type FeedbackLine } from '../../../catalogue/contract/feedback.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { FilterBar, type BarFilter } from '../../engine/list/filter-bar.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextBox } from '../../ui/forms/text-box.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { useFeedback, useFeedbackActs } from './use-feedback.ts'
import './feedback.css'

const keys = ['f.state', 'f.kind', 'q'] as const
const filters: readonly BarFilter<(typeof keys)[number]>[] = [
  {
    kind: 'choice',
    key: 'f.state',
    label: '状态',
    options: [
      { value: 'open', label: '待答复' },
      { value: 'answered', label: '已答复' },
    ],
  },
  {
    kind: 'choice',
    key: 'f.kind',
    label: '类别',
    options: Object.entries(feedbackKinds).map(([value, label]) => ({ value, label })),
  },
]

/** What people say about the portal, and the answers of the administrator. */
export function FeedbackPage({ entry }: { entry: PageEntry }) {
  const asked = useAsked(keys)
  const query = Object.fromEntries(
    Object.entries({
      state: asked.of('f.state'),
      kind: asked.of('f.kind'),
      q: asked.of('q'),
      page: String(asked.page),
      pageSize: '20',
    }).filter(([, value]) => value !== ''),
  )
  const answer = useFeedback(query)
  return (
    <PageFrame title={entry.title} note="用户在“帮助”里提交；答复后本人会收到消息">
      <FilterBar
        search={{ key: 'q', label: '搜索', hint: '内容或姓名' }}
        filters={filters}
        asked={asked}
        onAsk={(key, value) => asked.put({ [key]: value })}
      />
      <Loaded answer={answer} failed="意见反馈打开失败" lines={8}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty
              text={asked.isNarrowed ? '没有符合这些条件的反馈。' : '暂无意见反馈。'}
              action={asked.isNarrowed && <Button onClick={asked.clear}>查看全部</Button>}
            />
          ) : (
            <>
              <ol className="feedback-list" aria-label="意见反馈">
                {data.list.map((line) => (
                  <Line key={line.id} line={line} />
                ))}
              </ol>
              <Pager {...data} onPage={asked.setPage} />
            </>
          )
        }
      </Loaded>
    </PageFrame>
  )
}

function Line({ line }: { line: FeedbackLine }) {
  const { kind, text, page, at, by, role, institution, answer, answeredAt, answeredBy } = line
  return (
    <li data-testid="feedback">
      <p className="x-soft x-dense">
        {feedbackKinds[kind]}　{by}
        {isRole(role) && `（${roleEntry(role).label}）`}　{institution}　{listTime(at)}
        {page !== '' && `　页面 ${page}`}
      </p>
      <p className="feedback-text">{text}</p>
      {answer === null ? (
        <Answer line={line} />
      ) : (
        <p className="feedback-text">
          <b>答复：</b>
          {answer}
          <span className="x-faint">
            {`　${answeredBy ?? ''}　${answeredAt === null ? '' : listTime(answeredAt)}`}
          </span>
        </p>
      )}
    </li>
  )
}

function Answer({ line: { id, by } }: { line: FeedbackLine }) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | undefined>()
  const { answer } = useFeedbackActs()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return setFault('请填写答复')
    setFault(undefined)
    answer.mutate(
      { id, text: text.trim() },
      {
        onSuccess: () => notify.success(`已答复${by}`),
        onError: (error) => setFault(sentenceOf(error)),
      },
    )
  }
  return (
    <form noValidate className="feedback-answer" onSubmit={submit}>
      <TextBox label={`答复${by}`} value={text} most={1000} rows={2} fault={fault} onChange={setText} />
      <Button type="submit" busy={answer.isPending}>
        答复
      </Button>
    </form>
  )
}
