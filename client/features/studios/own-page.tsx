import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { OpenStudioPage, OwnStudios } from '../../../catalogue/contract/teaching/studios.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { casePath } from '../../../catalogue/processes/paths.ts'
import { PageTabs } from '../../engine/process/page-tabs.tsx'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { StudioPage } from './studio-page.tsx'
import { useOpenStudios, useOwnStudios, useStudioCalls } from './use-studios.ts'
import { memberStateText, studioStateText } from './words.tsx'
import './studios.css'

type OwnLine = OwnStudios['list'][number]
type OpenLine = OpenStudioPage['list'][number]

/** 工作室 of a teacher: those one hosts, is in or asked to be in, and those that may be joined. */
export function OwnStudiosPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const id = search.get('studio')
  if (id !== null) return <StudioPage key={id} entry={entry} id={id} />
  return (
    <PageFrame
      title={entry.title}
      actions={<ButtonLink to={`${entry.path}?tab=studio&new=1`}>申报工作室</ButtonLink>}
    >
      <PageTabs entry={entry} current="own" first="own" />
      <div className="studio-stack">
        <Own entry={entry} />
        <Open />
      </div>
    </PageFrame>
  )
}

const ownColumns = (entry: PageEntry): LineColumn<OwnLine>[] => [
  {
    key: 'name',
    title: '工作室',
    wide: true,
    render: ({ id, name, membership }) =>
      membership === null || membership.state === 'joined' ? (
        <Link to={`${entry.path}?studio=${id}`}>{name}</Link>
      ) : (
        <Link to={casePath(2, 'membership', membership.id) ?? '/'}>{name}</Link>
      ),
  },
  { key: 'host', title: '主持人', render: ({ host }) => host },
  { key: 'role', title: '本人角色', render: ({ role }) => labelOf('memberRole', role) },
  {
    key: 'state',
    title: '状态',
    render: ({ state, membership }) =>
      membership === null || membership.state === 'joined'
        ? studioStateText(state)
        : memberStateText(membership.state),
  },
  {
    key: 'work',
    title: '要办的',
    render: ({ waiting, late, membership }) =>
      [
        membership?.state === 'invited' && '答复邀请',
        waiting > 0 && `${waiting} 人申请加入`,
        late > 0 && `${late} 项任务要追`,
      ]
        .filter(Boolean)
        .join('，'),
  },
]

function Own({ entry }: { entry: PageEntry }) {
  const answer = useOwnStudios()
  return (
    <Panel title="我的工作室">
      <Loaded answer={answer} failed="工作室打开失败" lines={4}>
        {({ list }) =>
          list.length === 0 ? (
            <Empty text="您暂未主持或参加工作室，可以在下面申请加入一个。" />
          ) : (
            <LineTable
              label="我的工作室"
              lines={list}
              columns={ownColumns(entry)}
              keyOf={({ id, membership }) => membership?.id ?? id}
              stale={false}
              testId="own-studio"
            />
          )
        }
      </Loaded>
    </Panel>
  )
}

const openColumns = (apply: (id: string) => void, busy: boolean): LineColumn<OpenLine>[] => [
  { key: 'name', title: '工作室', wide: true, render: ({ name }) => name },
  { key: 'level', title: '级别', render: ({ level }) => labelOf('studioLevel', level) },
  {
    key: 'subject',
    title: '学科',
    render: ({ subject }) => (subject === null ? '' : labelOf('subject', subject)),
  },
  { key: 'host', title: '主持人', render: ({ host }) => host },
  { key: 'institution', title: '依托单位', render: ({ institution }) => institution },
  {
    key: 'left',
    title: '空余名额',
    figure: true,
    render: ({ left }) => <span className="x-num">{left}</span>,
  },
  {
    key: 'apply',
    title: '操作',
    render: ({ id, name, mine }) =>
      mine !== null && mine.state !== 'draft' ? (
        memberStateText(mine.state)
      ) : (
        <Button look="text" busy={busy} onClick={() => apply(id)}>
          {mine === null ? '申请加入' : '继续填写'}
          <span className="x-hidden">{name}</span>
        </Button>
      ),
  },
]

function Open() {
  const [asked, setAsked] = useState({ q: '', page: 1 })
  const answer = useOpenStudios({ page: asked.page, pageSize: 10, ...(asked.q !== '' && { q: asked.q }) })
  const navigate = useNavigate()
  const { apply } = useStudioCalls()
  const { busy, faults, run } = useAct([])
  const begin = (id: string) =>
    void run(async () => {
      const made = await apply(id)
      await navigate(casePath(2, 'membership', made.id) ?? '/')
    })
  return (
    <Panel title="可以申请加入的">
      <div className="studio-stack">
        <TextField label="名称或主持人" value={asked.q} onChange={(q) => setAsked({ q, page: 1 })} />
        {faults['form'] !== undefined && <ErrorBox title="没有办成" detail={faults['form']} />}
        <Loaded answer={answer} failed="工作室打开失败" lines={4}>
          {(data) =>
            data.list.length === 0 ? (
              <Empty
                text={
                  asked.q === '' ? '您的县区、市、省暂无运行的工作室。' : '没有这样的工作室，请换一个名称。'
                }
              />
            ) : (
              <>
                <LineTable
                  label="可以申请加入的工作室"
                  lines={data.list}
                  columns={openColumns(begin, busy)}
                  keyOf={({ id }) => id}
                  stale={answer.isPlaceholderData}
                  testId="open-studio"
                />
                <Pager {...data} onPage={(page) => setAsked((before) => ({ ...before, page }))} />
              </>
            )
          }
        </Loaded>
      </div>
    </Panel>
  )
}
