import { useState } from 'react'
import type { CampaignView } from '../../../catalogue/contract/campaigns.ts'
import type { CandidatesFound, PlacesReport } from '../../../catalogue/contract/teaching/activities.ts'
import { dictionary, labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { activityPlace } from '../../../catalogue/processes/activity-place.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { useActivityCandidates, useTeachingCalls } from './use-teaching.ts'

type Candidate = CandidatesFound['list'][number]
const definition: AnyProcess = activityPlace

const columns: LineColumn<Candidate>[] = [
  { key: 'name', title: '教师', wide: true, render: ({ name }) => name },
  { key: 'institution', title: '单位', render: ({ institution }) => institution },
  {
    key: 'subject',
    title: '学科',
    render: ({ subject }) => (subject === null ? '' : labelOf('subject', subject)),
  },
  {
    key: 'state',
    title: '报名',
    render: ({ state }) => (state === null ? '' : (definition.states[state]?.label ?? state)),
  },
]

const noTask = { memberRole: '9', lessonTitle: '', lessonSubject: '', speechTitle: '' }

/** Teachers within the host's reach: before the start they are invited, from then on added as they came. */
export function AddPeople({ view }: { view: CampaignView }) {
  const invites = ['signup', 'scheduled'].includes(view.state)
  const [asked, setAsked] = useState({ q: '', page: 1 })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [task, setTask] = useState(noTask)
  const [report, setReport] = useState<PlacesReport | null>(null)
  const answer = useActivityCandidates(view.id, {
    page: asked.page,
    pageSize: 20,
    ...(asked.q !== '' && { q: asked.q }),
  })
  const { add } = useTeachingCalls()
  const { busy, faults, run } = useAct(['lessonTitle', 'lessonSubject', 'speechTitle'])
  const send = async () => {
    const teachers = [...chosen].map(Number)
    const done = invites
      ? await add(view.id, 'invitations', {
          teachers,
          ...task,
          lessonSubject: task.lessonSubject === '' ? null : task.lessonSubject,
        })
      : await add(view.id, 'walk-ins', { teachers })
    setReport(done)
    setChosen(new Set())
    setTask(noTask)
    if (done.done.length > 0)
      notify.success(invites ? `已邀请 ${done.done.length} 人，等本人答复` : `已加入 ${done.done.length} 人`)
  }
  return (
    <Panel title={invites ? '邀请教师' : '现场加入'}>
      <div className="teaching-stack">
        <TextField label="姓名" value={asked.q} onChange={(q) => setAsked({ q, page: 1 })} />
        <Loaded answer={answer} failed="教师名单打开失败" lines={6}>
          {(data) =>
            data.list.length === 0 ? (
              <Empty text="没有找到这位教师，请换一个姓名。" />
            ) : (
              <>
                <LineTable
                  label={invites ? '可以邀请的教师' : '可以加入的教师'}
                  lines={data.list}
                  columns={columns}
                  keyOf={({ teacherId }) => String(teacherId)}
                  stale={answer.isPlaceholderData}
                  choice={{ chosen, onChange: setChosen, nameOf: ({ name }) => name }}
                  testId="activity-candidate"
                />
                <Pager {...data} onPage={(page) => setAsked((before) => ({ ...before, page }))} />
              </>
            )
          }
        </Loaded>
        {invites && <Task task={task} faults={faults} onChange={setTask} />}
        {faults['form'] !== undefined && <ErrorBox title="没有办成" detail={faults['form']} />}
        {report && report.refused.length > 0 && (
          <ErrorBox
            title={`${report.refused.length} 人没有办成`}
            detail={report.refused.map(({ name, message }) => `${name}：${message}`).join('；')}
          />
        )}
        <div>
          <Button look="primary" busy={busy} disabled={chosen.size === 0} onClick={() => void run(send)}>
            {`${invites ? '邀请' : '加入'}${chosen.size === 0 ? '' : ` ${chosen.size} 人`}`}
          </Button>
        </div>
      </div>
    </Panel>
  )
}

const options = (name: 'memberRole' | 'subject') => dictionary(name).items

function Task(props: {
  task: typeof noTask
  faults: Readonly<Record<string, string | undefined>>
  onChange: (task: typeof noTask) => void
}) {
  const { task, faults, onChange } = props
  return (
    <div className="teaching-fields">
      <Choice
        isRequired
        label="角色"
        value={task.memberRole}
        options={options('memberRole')}
        onChange={(memberRole) => onChange({ ...task, memberRole })}
      />
      <TextField
        label="授课课题（授课的填写）"
        value={task.lessonTitle}
        fault={faults['lessonTitle']}
        onChange={(lessonTitle) => onChange({ ...task, lessonTitle })}
      />
      <Choice
        isRequired
        label="授课学科"
        value={task.lessonSubject}
        fault={faults['lessonSubject']}
        options={[{ code: '', label: '不授课' }, ...options('subject')]}
        onChange={(lessonSubject) => onChange({ ...task, lessonSubject })}
      />
      <TextField
        label="发言（讲座）题目"
        value={task.speechTitle}
        fault={faults['speechTitle']}
        onChange={(speechTitle) => onChange({ ...task, speechTitle })}
      />
    </div>
  )
}
