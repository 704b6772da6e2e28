import { useState } from 'react'
import type {
  InvitationReport,
  StudioBoard,
  StudioCandidates,
} from '../../../catalogue/contract/teaching/studios.ts'
import { dictionary, labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { useStudioCalls, useStudioCandidates } from './use-studios.ts'
import { memberStateText } from './words.tsx'

type Candidate = StudioCandidates['list'][number]

const columns: LineColumn<Candidate>[] = [
  { key: 'name', title: '教师', wide: true, render: ({ name }) => name },
  { key: 'institution', title: '单位', render: ({ institution }) => institution },
  {
    key: 'subject',
    title: '学科',
    render: ({ subject }) => (subject === null ? '' : labelOf('subject', subject)),
  },
  { key: 'state', title: '工作室', render: ({ state }) => (state === null ? '' : memberStateText(state)) },
]

/** Roles for which people are invited: there is one host. */
const roles = dictionary('memberRole').items.filter(({ code }) => code !== '1')

/** The host invites teachers of the office's region; a place is held for seven days. */
export function InvitePart({ board, back }: { board: StudioBoard; back: string }) {
  const [asked, setAsked] = useState({ q: '', page: 1 })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [memberRole, setMemberRole] = useState('4')
  const [report, setReport] = useState<InvitationReport | null>(null)
  const answer = useStudioCandidates(board.id, {
    page: asked.page,
    pageSize: 20,
    ...(asked.q !== '' && { q: asked.q }),
  })
  const { invite } = useStudioCalls()
  const { busy, faults, run } = useAct(['memberRole'])
  const send = async () => {
    const done = await invite(board.id, { teachers: [...chosen].map(Number), memberRole })
    setReport(done)
    setChosen(new Set())
    if (done.done.length > 0) notify.success(`已邀请 ${done.done.length} 人，7 天内等本人答复`)
  }
  return (
    <PageFrame title="邀请教师" crumbs={[{ label: board.name, to: back }, { label: '邀请' }]}>
      <div className="studio-stack">
        <TextField label="姓名" value={asked.q} onChange={(q) => setAsked({ q, page: 1 })} />
        <Loaded answer={answer} failed="教师名单打开失败" lines={6}>
          {(data) =>
            data.list.length === 0 ? (
              <Empty text="没有找到这位教师，请换一个姓名。" />
            ) : (
              <>
                <LineTable
                  label="可以邀请的教师"
                  lines={data.list}
                  columns={columns}
                  keyOf={({ teacherId }) => String(teacherId)}
                  stale={answer.isPlaceholderData}
                  choice={{ chosen, onChange: setChosen, nameOf: ({ name }) => name }}
                  testId="studio-candidate"
                />
                <Pager {...data} onPage={(page) => setAsked((before) => ({ ...before, page }))} />
              </>
            )
          }
        </Loaded>
        <Choice
          isRequired
          label="角色"
          value={memberRole}
          fault={faults['memberRole']}
          options={roles}
          onChange={setMemberRole}
        />
        {faults['form'] !== undefined && <ErrorBox title="没有办成" detail={faults['form']} />}
        {report && report.refused.length > 0 && (
          <ErrorBox
            title={`${report.refused.length} 人没有邀请成`}
            detail={report.refused.map(({ name, message }) => `${name}：${message}`).join('；')}
          />
        )}
        <div>
          <Button look="primary" busy={busy} disabled={chosen.size === 0} onClick={() => void run(send)}>
            {`邀请${chosen.size === 0 ? '' : ` ${chosen.size} 人`}`}
          </Button>
        </div>
      </div>
    </PageFrame>
  )
}
