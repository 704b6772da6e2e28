import type { CourseRoster } from '../../../catalogue/contract/training/rosters.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { sessionTimes } from './words.ts'
import './roster.css'

/** The paper list of one session, for the door: who is expected, and room to sign. */
export function SignInSheet(props: { roster: CourseRoster; sheet: string; back: string }) {
  const { roster, sheet, back } = props
  const session = roster.sessions.find(({ id }) => id === sheet)
  if (!session) return <Empty text="没有这一场。" action={<ButtonLink to={back}>返回花名册</ButtonLink>} />
  const people = roster.list.filter(({ statuses }) => session.id in statuses)
  return (
    <div className="sign-sheet">
      <div className="sign-acts">
        <ButtonLink to={back}>返回花名册</ButtonLink>
        <Button look="primary" onClick={() => window.print()}>
          打印
        </Button>
      </div>
      <h2>{roster.title}　签到表</h2>
      <p>
        {session.title}　{sessionTimes(session)}　{session.place}
        {session.className !== '' && `　${session.className}`}　应到 {people.length} 人
      </p>
      <table>
        <thead>
          <tr>
            {['席位', '姓名', '单位', '签到', '签退', '备注'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map(({ id, seatNo, name, school }) => (
            <tr key={id}>
              <td>{seatNo ?? ''}</td>
              <td>{name}</td>
              <td>{school}</td>
              {['签到', '签退', '备注'].map((blank) => (
                <td key={blank}>
                  <span className="x-hidden">待填</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p>班主任签名：　　　　　　　　　现场清点人数：　　　　　</p>
    </div>
  )
}
