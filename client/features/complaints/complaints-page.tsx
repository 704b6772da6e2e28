import { useNavigate, useSearchParams } from 'react-router'
import type { ComplaintLine } from '../../../catalogue/contract/complaints.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { CasesTab } from '../../engine/process/cases-tab.tsx'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useComplaints, useTakeUp } from './use-complaints.ts'
import './complaints.css'

/** 侵权投诉 of an office: what came in and is no case yet, and the cases. */
export function ComplaintsPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const isOne = search.has('case')
  return (
    <PageFrame title={entry.title} note="受理以后资源停止展示，办结再恢复或下架">
      {!isOne && <Incoming path={entry.path} />}
      <CasesTab type="infringementComplaint" above={({ id }) => <Complainant caseId={id} />} />
    </PageFrame>
  )
}

/** How whoever complained can be reached: for the office that deals with it. */
function Complainant({ caseId }: { caseId: string }) {
  const [line] = useComplaints(caseId).data?.list ?? []
  if (!line) return null
  return (
    <Panel title="投诉人">
      <p>
        {line.name}　{line.contact}　<span className="x-faint">{listTime(line.at)} 提交</span>
      </p>
    </Panel>
  )
}

/** Complaints that wait to be taken up; nothing where none does. */
function Incoming({ path }: { path: string }) {
  const answer = useComplaints(null)
  return (
    <Loaded answer={answer} failed="待登记的投诉打开失败" lines={3}>
      {({ list }) =>
        list.length === 0 ? null : (
          <Panel title={`待登记 ${list.length} 件`}>
            <ul className="complaint-lines">
              {list.map((line) => (
                <Line key={line.id} line={line} path={path} />
              ))}
            </ul>
          </Panel>
        )
      }
    </Loaded>
  )
}

function Line({ line, path }: { line: ComplaintLine; path: string }) {
  const navigate = useNavigate()
  const taking = useTakeUp((caseId) => void navigate(`${path}?case=${caseId}`))
  return (
    <li>
      <b>{line.title}</b>
      <p className="x-soft">
        {line.author}　{line.org}
      </p>
      <p>主张权利的作品：{line.work}</p>
      <p className="complaint-words">{line.words}</p>
      <p className="x-faint">
        {line.name}　{line.contact}　{listTime(line.at)}
      </p>
      <div>
        <Button
          look="primary"
          busy={taking.isPending}
          aria-label={`登记对“${line.title}”的投诉`}
          onClick={() => taking.mutate(line.id)}
        >
          登记
        </Button>
      </div>
    </li>
  )
}
