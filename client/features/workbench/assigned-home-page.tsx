import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { workbench } from '../../../catalogue/contract/workspace.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { passwordPathOf, userMenuFor } from '../../../catalogue/pages/menus.ts'
import { api } from '../../platform/api/api.ts'
import { today } from '../../platform/format.ts'
import { useSession, type Session } from '../../platform/session/session.ts'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { ContactPanel } from '../../engine/pages/contact-panel.tsx'
import { UnreadMessages } from './unread-messages.tsx'
import './workspace-home.css'
import './assigned-home.css'

/** What will stand here, in the words of those whom it is assigned to. */
const what = '现在没有等您核对的评审材料。'
const steps = [
  '申报开始后，要核对的申报材料会列在这里，并写明截止日期。',
  '您逐份核对材料是否齐全、规范，不齐的注明缺什么并退回。',
]

/** The first screen of review staff, to whom work is assigned; so far nothing is. */
export function AssignedHomePage({ entry }: { entry: PageEntry }) {
  const session = useSession()
  if (!session) return null
  return (
    <PageFrame
      title={entry.title}
      note={session.organization?.name}
      actions={<time className="home-date">{today()}</time>}
    >
      <div className="home-grid">
        <div className="home-column">
          <Panel title={entry.title}>
            <p className="assigned-none">{what}</p>
            <ul className="assigned-steps">
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ul>
          </Panel>
          <OwnAccount session={session} />
        </div>
        <div className="home-column">
          <Messages />
          <ContactPanel />
        </div>
      </div>
    </PageFrame>
  )
}

/** What can be done already: the own account, ready before the work begins. */
function OwnAccount({ session: { role } }: { session: Session }) {
  const personal = userMenuFor(role).find(({ key }) => key === 'personal-centre')?.path
  if (!personal) return null
  return (
    <Panel title="现在可以办的" flush>
      <ul>
        {[
          {
            to: personal,
            title: '核对个人资料',
            note: '姓名、单位、手机号和邮箱，评审通知按这里的联系方式发送',
          },
          { to: passwordPathOf(role), title: '修改密码', note: '初次登录请换成自己的密码' },
        ].map(({ to, title, note }) => (
          <li key={to} className="assigned-act">
            <Link to={to}>{title}</Link>
            <span className="x-soft x-dense">{note}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Messages() {
  const { data } = useQuery({
    queryKey: ['workbench'],
    queryFn: ({ signal }) => api.get('/api/v1/workbench', { schema: workbench, quiet: true, signal }),
    staleTime: 0,
  })
  return data ? <UnreadMessages messages={data.messages} /> : null
}
