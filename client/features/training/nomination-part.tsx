import { useState } from 'react'
import type { CampaignView } from '../../../catalogue/contract/campaigns.ts'
import type { CandidatePage, NominationReport } from '../../../catalogue/contract/training/enrolments.ts'
import { isDictName, labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { trainingEnrolment } from '../../../catalogue/processes/training-enrolment.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { pathOfPage } from '../../../catalogue/pages/pages.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useCandidates, useEnrolmentCalls } from './use-enrolments.ts'
import { hoursText } from './words.ts'

type Candidate = CandidatePage['list'][number]

const dictText = (dict: string, code: string | null): string =>
  code !== null && isDictName(dict) ? labelOf(dict, code) : ''

const definition: AnyProcess = trainingEnrolment

const columns: LineColumn<Candidate>[] = [
  { key: 'name', title: '教师', wide: true, render: ({ name }) => name },
  { key: 'subject', title: '学科', render: ({ subject }) => dictText('subject', subject) },
  {
    key: 'trainedUntil',
    title: '上次县级以上培训',
    render: ({ trainedUntil }) => trainedUntil ?? '从未参加',
  },
  {
    key: 'gap',
    title: '缺学时',
    figure: true,
    render: ({ gap }) => <span className="x-num">{hoursText(gap)}</span>,
  },
  {
    key: 'unmet',
    title: '条件',
    render: ({ unmet }) => (unmet.length === 0 ? '符合' : unmet.map(({ message }) => message).join('；')),
  },
  {
    key: 'entry',
    title: '报名',
    render: ({ entry }) => (entry ? (definition.states[entry.state]?.label ?? entry.state) : ''),
  },
]

/** The words of recommending own teachers, and of inviting teachers in reach. */
const asked = {
  nominations: {
    title: '推荐本校教师',
    word: '推荐',
    table: '可以推荐的教师',
    none: '本校没有可以推荐的教师。',
  },
  invitations: {
    title: '邀请教师',
    word: '邀请',
    table: '可以邀请的教师',
    none: '输入姓名，找要邀请的教师。',
  },
} as const

/** Teachers whom a school may recommend, or whom the host invites; everybody is asked to agree afterwards. */
export function NominationPart({ view, as }: { view: CampaignView; as: keyof typeof asked }) {
  const [page, setPage] = useState(1)
  const [q, setQ] = useState('')
  const answer = useCandidates(view.id, { page, pageSize: 20, ...(q.trim() !== '' && { q: q.trim() }) })
  const { title, none } = asked[as]
  const { role } = useSession() ?? { role: 3 as const }
  return (
    <Panel
      title={title}
      extra={
        <ButtonLink look="text" icon="upload" to={`${pathOfPage(role, 'import')}?type=enrolment`}>
          从文件导入
        </ButtonLink>
      }
    >
      <div className="seats">
        <TextField
          label="教师姓名"
          value={q}
          maxLength={60}
          onChange={(text) => {
            setQ(text)
            setPage(1)
          }}
        />
        <Loaded answer={answer} failed="教师名单打开失败" lines={6}>
          {(data) =>
            data.list.length === 0 ? (
              <Empty text={q.trim() === '' ? none : '没有找到这位教师。'} />
            ) : (
              <Candidates view={view} as={as} data={data} stale={answer.isPlaceholderData} onPage={setPage} />
            )
          }
        </Loaded>
      </div>
    </Panel>
  )
}

function Candidates(props: {
  view: CampaignView
  as: keyof typeof asked
  data: CandidatePage
  stale: boolean
  onPage: (page: number) => void
}) {
  const { view, as, data, stale, onPage } = props
  const { word, table } = asked[as]
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [reason, setReason] = useState('')
  const [report, setReport] = useState<NominationReport | null>(null)
  const { nominate } = useEnrolmentCalls()
  const { busy, faults, run } = useAct([])
  const send = async () => {
    const teachers = [...chosen].map(Number)
    const done = await nominate(view.id, as, { teachers, reason, exceptionReason: reason })
    setReport(done)
    setChosen(new Set())
    if (done.done.length > 0) notify.success(`已${word} ${done.done.length} 人，等本人同意`)
  }
  return (
    <>
      <LineTable
        label={table}
        lines={data.list}
        columns={columns}
        keyOf={({ teacherId }) => String(teacherId)}
        stale={stale}
        choice={{ chosen, onChange: setChosen, nameOf: ({ name }) => name }}
        testId="candidate"
      />
      <Pager {...data} onPage={onPage} />
      <TextField label={`${word}理由（不符合培训经历条件的必填）`} value={reason} onChange={setReason} />
      {faults['form'] !== undefined && <ErrorBox title={`没有${word}成`} detail={faults['form']} />}
      {report && report.refused.length > 0 && (
        <ErrorBox
          title={`${report.refused.length} 人没有${word}成`}
          detail={report.refused.map(({ name, message }) => `${name}：${message}`).join('；')}
        />
      )}
      <Button look="primary" busy={busy} disabled={chosen.size === 0} onClick={() => void run(send)}>
        {chosen.size === 0 ? word : `${word} ${chosen.size} 人`}
      </Button>
    </>
  )
}
