import { Link } from 'react-router'
import type { EnrolmentDesk } from '../../../catalogue/contract/training/enrolments.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { headsOf, ledgerHeads } from '../../../catalogue/hours/words.ts'
import { noticesPath } from '../../../catalogue/processes/paths.ts'
import { trainingProject } from '../../../catalogue/processes/training-project.ts'
import type { AnyCampaign } from '../../../catalogue/processes/campaigns.ts'
import { ExportButton } from '../../engine/exports/export-button.tsx'
import { CasesPage } from '../../engine/process/cases-page.tsx'
import { PageTabs } from '../../engine/process/page-tabs.tsx'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { listDate, listTime } from '../../platform/format.ts'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { LateHoursPart } from './late-hours-part.tsx'
import { useEnrolmentCalls, useEnrolmentDesk } from './use-enrolments.ts'
import './training.css'

/** 培训报名: projects with what waits for the office, and below them the entries. */
export function EnrolmentsPage({ entry }: { entry: PageEntry }) {
  const role = useSession()?.role ?? 0
  const isOwn = role === 2
  return (
    <CasesPage
      entry={entry}
      over={() =>
        isOwn ? (
          <PageTabs entry={entry} current="trainingEnrolment" first="trainingProject" />
        ) : (
          <>
            {role > 3 && <LateHoursPart />}
            <Desk />
          </>
        )
      }
    />
  )
}

type Line = EnrolmentDesk['list'][number]
const project: AnyCampaign = trainingProject

function Desk() {
  const role = useSession()?.role ?? 0
  const answer = useEnrolmentDesk()
  const list = noticesPath(role, 'trainingProject') ?? '/'
  return (
    <Panel
      title="培训项目"
      extra={
        <ExportButton
          title="学时账"
          label="导出本年学时账"
          list="train/ledger"
          query={{}}
          columns={headsOf(ledgerHeads)}
          total={undefined}
          unit="条"
        />
      }
    >
      <Loaded answer={answer} failed="培训项目打开失败" lines={4}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty text="暂无可以报名的项目。" action={<ButtonLink to={list}>看培训项目</ButtonLink>} />
          ) : (
            <LineTable
              label="培训项目"
              lines={data.list}
              columns={columnsOf(list, role)}
              keyOf={({ id }) => id}
              stale={answer.isPlaceholderData}
              testId="desk-line"
            />
          )
        }
      </Loaded>
    </Panel>
  )
}

const count = (key: 'handedIn' | 'pending' | 'hinted' | 'waiting', title: string): LineColumn<Line> => ({
  key,
  title,
  figure: true,
  render: (line) => <span className="x-num">{line[key]}</span>,
})

const columnsOf = (list: string, role: number): LineColumn<Line>[] => [
  {
    key: 'title',
    title: '项目',
    wide: true,
    render: ({ id, title }) => <Link to={`${list}?id=${id}`}>{title}</Link>,
  },
  { key: 'host', title: '主办单位', render: ({ host }) => host },
  { key: 'state', title: '状态', render: ({ state }) => project.states[state]?.label ?? state },
  {
    key: 'until',
    title: '报名截止',
    render: ({ until }) => (until === null ? '' : listTime(until)),
  },
  {
    key: 'left',
    title: '名额 用/余',
    render: ({ granted, given, used }) =>
      granted !== null && (
        <span className="x-num">
          {used ?? 0} / {granted - (given ?? 0) - (used ?? 0)}
        </span>
      ),
  },
  count('handedIn', '已报'),
  count('pending', '待审'),
  count('hinted', '有提示'),
  count('waiting', '候补'),
  { key: 'oldest', title: '最久', render: ({ oldest }) => (oldest === null ? '' : listDate(oldest)) },
  { key: 'act', title: '办理', render: (line) => <Act line={line} list={list} role={role} /> },
]

/** Approves what waits and has no hint; a school recommends on the page of the project. */
function Act({ line, list, role }: { line: Line; list: string; role: number }) {
  const { approveAll } = useEnrolmentCalls()
  const { busy, faults, run } = useAct([])
  const plain = line.pending - line.hinted
  const send = async () => {
    const { approved, waitlisted, refused } = await approveAll(line.id)
    const waits = waitlisted > 0 ? `，${waitlisted} 人列入候补` : ''
    const failed = refused.map(({ name, message }) => `${name}：${message}`).join('；')
    notify.success(`通过 ${approved} 人${waits}${failed === '' ? '' : `；没有办成：${failed}`}`)
  }
  return (
    <span className="desk-acts">
      {plain > 0 && (
        <Button busy={busy} onClick={() => void run(send)}>
          {`通过 ${plain} 人`}
        </Button>
      )}
      {role === 3 && line.state === 'recruiting' && (
        <ButtonLink to={`${list}?id=${line.id}`}>推荐</ButtonLink>
      )}
      {role > 3 && line.handedIn > 0 && <LearnersLink id={line.id} role={role} />}
      {faults['form'] !== undefined && <ErrorBox title="没有办成" detail={faults['form']} />}
    </span>
  )
}

function LearnersLink({ id, role }: { id: string; role: number }) {
  const place = { 4: '/area', 5: '/city', 6: '/province' }[role]
  return place === undefined ? null : <ButtonLink to={`${place}/xxpxbmxy?project=${id}`}>学员</ButtonLink>
}
