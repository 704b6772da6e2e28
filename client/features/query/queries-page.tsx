import { Link, useSearchParams } from 'react-router'
import type { KeptLine } from '../../../catalogue/contract/analysis/query.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { listDate, listTime, thousands } from '../../platform/format.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { useKeeping, useKeptList } from './use-query.ts'
import { rhythmChoices, roleWords } from './words.ts'
import './query.css'

const kinds = [
  { key: 'mine', label: '我保存的' },
  { key: 'shared', label: '上级共享' },
  { key: 'scheduled', label: '定时运行' },
] as const
type Kind = (typeof kinds)[number]['key']

const none: Readonly<Record<Kind, string>> = {
  mine: '暂无已保存的查询。',
  shared: '上级暂无共享给您的查询。',
  scheduled: '暂无定时查询；打开一个保存的查询，可以设为每周或每月运行。',
}

/** The kept queries of an officer: own, given by offices above, those that run by themselves. */
export function QueriesPage({ entry }: { entry: PageEntry }) {
  const [search, setSearch] = useSearchParams()
  const kind = kinds.find(({ key }) => key === search.get('which'))?.key ?? 'mine'
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const answer = useKeptList(kind, page)
  const put = (which: Kind, at: number) =>
    setSearch({ ...(which !== 'mine' && { which }), ...(at > 1 && { page: String(at) }) })
  return (
    <PageFrame
      title={entry.title}
      actions={
        <ButtonLink look="primary" icon="add" to="/analysis/ziChaXun">
          新增查询
        </ButtonLink>
      }
    >
      <StateTabs label="查询" tabs={[...kinds]} current={kind} onSelect={(key) => put(key, 1)} />
      <List kind={kind} answer={answer} onPage={(at) => put(kind, at)} />
    </PageFrame>
  )
}

function List(props: { kind: Kind; answer: ReturnType<typeof useKeptList>; onPage: (page: number) => void }) {
  const { kind, answer, onPage } = props
  const { data, error, refetch, isPlaceholderData } = answer
  const { drop } = useKeeping()
  if (error)
    return <ErrorBox title="查询打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={8} />
  if (data.list.length === 0)
    return <Empty text={none[kind]} action={<ButtonLink to="/analysis/ziChaXun">新增查询</ButtonLink>} />
  const remove = async ({ id, name, sharedWith }: KeptLine) => {
    const text = sharedWith.length > 0 ? '下级也不能再运行它。' : '它的各版都不能再打开。'
    if (!(await confirm({ title: `删除查询“${name}”？`, text, ok: '删除查询', danger: true }))) return
    try {
      await drop(id)
      notify.success('已删除')
    } catch (fault) {
      notify.error(sentenceOf(fault))
    }
  }
  return (
    <>
      <LineTable
        label="保存的查询"
        lines={data.list}
        columns={columnsOf(kind, (line) => void remove(line))}
        keyOf={({ id }) => String(id)}
        stale={isPlaceholderData}
        testId="kept-query"
      />
      <Pager {...data} onPage={onPage} />
    </>
  )
}

const shares = ({ sharedWith }: KeptLine): string =>
  sharedWith.map((one) => roleWords[one] ?? one).join('、') || '没有共享'
const rhythmWord = ({ rhythm, nextOn }: KeptLine): string => {
  const word = rhythmChoices.find(({ value }) => value === (rhythm ?? ''))?.label ?? ''
  return nextOn === null ? word : `${word}，下次 ${listDate(nextOn)}`
}

function columnsOf(kind: Kind, onRemove: (line: KeptLine) => void): LineColumn<KeptLine>[] {
  const name: LineColumn<KeptLine> = {
    key: 'name',
    title: '名称',
    wide: true,
    render: (line) => <Link to={`/analysis/ziChaXun?id=${line.id}`}>{line.name}</Link>,
  }
  const saved: LineColumn<KeptLine> = {
    key: 'saved',
    title: '保存',
    render: ({ version, savedAt }) => `第 ${version} 版　${listTime(savedAt)}`,
  }
  if (kind === 'shared')
    return [name, { key: 'office', title: '共享单位', render: ({ office }) => office }, saved]
  return [
    name,
    {
      key: 'count',
      title: '人数',
      figure: true,
      render: ({ count }) => (count === null ? '—' : thousands(count)),
    },
    saved,
    { key: 'shared', title: '共享给', render: shares },
    { key: 'rhythm', title: '定时', render: rhythmWord },
    {
      key: 'acts',
      title: '操作',
      render: (line) => (
        <Button look="text" icon="trash" aria-label={`删除查询 ${line.name}`} onClick={() => onRemove(line)}>
          删除
        </Button>
      ),
    },
  ]
}
