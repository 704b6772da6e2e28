import { Link } from 'react-router'
import type { StudioBoard, StudioMember } from '../../../catalogue/contract/teaching/studios.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { casePath } from '../../../catalogue/processes/paths.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { memberStateText } from './words.tsx'

/** Who is in the studio, with what each did in the year. */
export function MembersPart({ board, invitePath }: { board: StudioBoard; invitePath: string }) {
  const { members, places, state, as } = board
  const invites = as === 'host' && state !== 'closed'
  return (
    <Panel
      title={state === 'closed' ? '结束时的成员' : '成员'}
      beside={
        <span className="x-soft x-dense">
          入室 {places.urban + places.rural} 人　网络学员 {places.network} 人
        </span>
      }
      extra={invites && <ButtonLink to={invitePath}>邀请</ButtonLink>}
    >
      {members.length === 0 ? (
        <Empty
          text="暂无成员。"
          {...(invites && { action: <ButtonLink to={invitePath}>邀请教师</ButtonLink> })}
        />
      ) : (
        <LineTable
          label="成员"
          lines={members}
          columns={columnsOf(as)}
          keyOf={({ id }) => id}
          stale={false}
          testId="studio-member"
        />
      )}
    </Panel>
  )
}

const figure = (key: 'activities' | 'lessons' | 'sheets', title: string): LineColumn<StudioMember> => ({
  key,
  title,
  figure: true,
  render: (line) => <span className="x-num">{line[key]}</span>,
})

const columnsOf = (as: StudioBoard['as']): LineColumn<StudioMember>[] => [
  {
    key: 'name',
    title: '姓名',
    wide: true,
    render: ({ id, name }) =>
      as === 'host' ? <Link to={casePath(2, 'membership', id) ?? '/'}>{name}</Link> : name,
  },
  {
    key: 'institution',
    title: '单位',
    render: ({ institution, rural }) => (
      <>
        {institution} {rural && <span className="xr-tag">乡村</span>}
      </>
    ),
  },
  { key: 'role', title: '角色', render: ({ role }) => labelOf('memberRole', role) },
  {
    key: 'joined',
    title: '加入',
    render: ({ joinedOn, state, answerBy }) =>
      state === 'invited'
        ? `${memberStateText(state)}，${(answerBy ?? '').slice(0, 10)} 失效`
        : (joinedOn ?? ''),
  },
  figure('activities', '活动'),
  figure('lessons', '公开课'),
  figure('sheets', '听评课'),
]
