import { useSearchParams } from 'react-router'
import {
  expertGroups,
  type ExpertGroup,
  type ExpertLine,
} from '../../../../catalogue/contract/review/experts.ts'
import { labelOf, selectable } from '../../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../../catalogue/pages/entry.ts'
import { FilterBar, type BarFilter } from '../../../engine/list/filter-bar.tsx'
import { useAsked } from '../../../engine/list/use-asked.ts'
import { Loaded } from '../../../platform/api/loaded.tsx'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../../ui/layout/line-table.tsx'
import { PageFrame } from '../../../ui/layout/page-frame.tsx'
import { Pager } from '../../../ui/layout/pager.tsx'
import { ExpertAdding, ExpertEditing } from './expert-form.tsx'
import { usePool } from './use-pool.ts'
import './office.css'

const groups: Readonly<Record<ExpertGroup, string>> = { serving: '在聘', paused: '暂停', ended: '已移出' }

const keys = ['keyword', 'subject', 'state'] as const
type Key = (typeof keys)[number]

const filters = (): BarFilter<Key>[] => [
  {
    kind: 'choice',
    key: 'subject',
    label: '学科',
    options: selectable('subject').map(({ code, label }) => ({ value: code, label })),
  },
  {
    kind: 'choice',
    key: 'state',
    label: '聘任',
    hint: '在聘和暂停',
    options: expertGroups.map((value) => ({ value, label: groups[value] })),
  },
]

/** The pool of experts of an office: who may be drawn, for what, until when, and how each has kept to it. */
export function PoolPage({ entry }: { entry: PageEntry }) {
  const [search, setSearch] = useSearchParams()
  const asked = useAsked(keys)
  const answer = usePool({ ...asked.filter, page: asked.page })
  const editing = answer.data?.list.find(({ id }) => String(id) === search.get('expert'))
  const back = () =>
    setSearch((now) => {
      const next = new URLSearchParams(now)
      for (const name of ['new', 'expert']) next.delete(name)
      return next
    })
  // Whoever is opened stands on this page of the list: it stays in the address.
  const open = (id: number) =>
    setSearch((now) => {
      const next = new URLSearchParams(now)
      next.set('expert', String(id))
      return next
    })
  if (search.get('new') === '1') return <ExpertAdding entry={entry} onDone={back} />
  if (editing) return <ExpertEditing key={editing.version} entry={entry} expert={editing} onDone={back} />
  return (
    <PageFrame
      title={entry.title}
      note="评审从在聘的专家里抽取；在手任务含各单位的评审"
      actions={
        <ButtonLink look="primary" icon="add" to={`${entry.path}?new=1`}>
          聘入专家
        </ButtonLink>
      }
    >
      <div data-testid="experts">
        <FilterBar
          search={{ key: 'keyword', label: '姓名', hint: '姓名' }}
          filters={filters()}
          asked={asked}
          onAsk={(key, value) => asked.put({ [key]: value })}
        />
        <Loaded answer={answer} failed="专家库打开失败" lines={8}>
          {(data) =>
            data.list.length === 0 ? (
              <Empty
                text={
                  asked.isNarrowed
                    ? '没有符合条件的专家。'
                    : '专家库还是空的。从本地区的教师和已有专家账号的人里聘入，没有专家账号的同时开通。'
                }
                action={asked.isNarrowed && <Button onClick={asked.clear}>清除条件</Button>}
              />
            ) : (
              <>
                <LineTable
                  label="专家"
                  lines={data.list}
                  columns={columnsOf(open)}
                  keyOf={({ id }) => String(id)}
                  stale={answer.isPlaceholderData}
                  testId="expert-line"
                />
                <Pager {...data} onPage={asked.setPage} />
              </>
            )
          }
        </Loaded>
      </div>
    </PageFrame>
  )
}

const labels = (dict: 'subject' | 'schoolStage', codes: readonly string[]): string =>
  codes.length === 0 ? '不限' : codes.map((code) => labelOf(dict, code)).join('、')

const columnsOf = (onOpen: (id: number) => void): LineColumn<ExpertLine>[] => [
  {
    key: 'name',
    title: '专家',
    wide: true,
    render: ({ name, institution, title }) => (
      <div>
        <b>{name}</b>
        <span className="er-of x-faint">
          {[institution, title === null ? '' : labelOf('titleLevel', title)]
            .filter((one) => one !== '')
            .join('　')}
        </span>
      </div>
    ),
  },
  { key: 'subjects', title: '学科', render: ({ subjects }) => labels('subject', subjects) },
  { key: 'stages', title: '学段', render: ({ stages }) => labels('schoolStage', stages) },
  {
    key: 'term',
    title: '聘期',
    render: ({ from, to }) => (
      <span className="x-num">
        {from} 至 {to ?? '长期'}
      </span>
    ),
  },
  { key: 'load', title: '在手', figure: true, render: ({ load }) => load },
  { key: 'handedIn', title: '已评', figure: true, render: ({ handedIn }) => handedIn },
  {
    key: 'onTime',
    title: '按时率',
    figure: true,
    render: ({ onTime }) => (onTime === null ? '—' : `${onTime}%`),
  },
  { key: 'avoided', title: '回避', figure: true, render: ({ avoided }) => avoided },
  {
    key: 'state',
    title: '聘任',
    render: ({ state }) => (
      <span className={state === 'serving' ? 'xr-tag xr-tag-pass' : 'xr-tag'}>{groups[state]}</span>
    ),
  },
  {
    key: 'act',
    title: '办理',
    render: ({ id, name, state }) =>
      state !== 'ended' && (
        <Button look="text" onClick={() => onOpen(id)}>
          修改<span className="x-hidden">{name}</span>
        </Button>
      ),
  },
]
