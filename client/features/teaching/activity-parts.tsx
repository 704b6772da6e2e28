import { Link } from 'react-router'
import type { CampaignView } from '../../../catalogue/contract/campaigns.ts'
import type { ActivityBoard, ActivityPerson } from '../../../catalogue/contract/teaching/activities.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { activityPlace } from '../../../catalogue/processes/activity-place.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { casePath, noticesPath } from '../../../catalogue/processes/paths.ts'
import { CampaignFace } from '../../engine/process/campaign-face.tsx'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime } from '../../platform/format.ts'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { CopyButton } from './copy-button.tsx'
import { AddPeople } from './add-people.tsx'
import { LeadPart } from './lead-part.tsx'
import { sittingsPath } from './place.ts'
import { useBoard, useTeachingCalls } from './use-teaching.ts'
import './teaching.css'

/** Whether the portal shows the activity. */
function Face({ id, face }: { readonly id: string; readonly face: ActivityBoard['face'] }) {
  const { show, hide } = useTeachingCalls()
  return (
    <CampaignFace
      as="teachingActivity"
      face={face}
      show={(visibility) => show(id, visibility)}
      hide={() => hide(id)}
    />
  )
}

/** What the page of an activity has for offices: sittings, people, and what archiving will write. */
export function ActivityParts({ view }: { view: CampaignView }) {
  const answer = useBoard(view.id, view.version)
  const role = useSession()?.role ?? 0
  return (
    <Loaded answer={answer} failed="活动打开失败" lines={8}>
      {(board) => (
        <>
          <Sittings view={view} board={board} />
          {board.archive && <Archive archive={board.archive} />}
          <People board={board} activityId={view.id} />
          {board.mine && role > 2 && leading[view.state] && <LeadPart id={view.id} lead={board.lead} />}
          {board.mine && role > 2 && view.state !== 'cancelled' && <Face id={view.id} face={board.face} />}
          {board.mine && adding[view.state] && <AddPeople view={view} />}
        </>
      )}
    </Loaded>
  )
}

/** States in which somebody leads it on. */
const leading: Readonly<Record<string, true>> = {
  draft: true,
  signup: true,
  scheduled: true,
  ongoing: true,
  ended: true,
}

/** States in which the host invites people or adds those who came. */
const adding: Readonly<Record<string, true>> = { signup: true, scheduled: true, ongoing: true, ended: true }

type SittingLine = ActivityBoard['sittings'][number]

function Sittings({ view, board }: { view: CampaignView; board: ActivityBoard }) {
  const role = useSession()?.role ?? 0
  const { places, mine } = board
  const columns: LineColumn<SittingLine>[] = [
    { key: 'title', title: '场次', wide: true, render: ({ title }) => title },
    { key: 'time', title: '时间', render: ({ startsAt }) => listTime(new Date(startsAt).toISOString()) },
    { key: 'place', title: '地点', render: ({ place }) => place },
    {
      key: 'hours',
      title: '学时',
      figure: true,
      render: ({ hours }) => <span className="x-num">{hours}</span>,
    },
    { key: 'came', title: '签到', figure: true, render: ({ came }) => <span className="x-num">{came}</span> },
    {
      key: 'counts',
      title: '计入',
      figure: true,
      render: ({ counts }) => <span className="x-num">{counts}</span>,
    },
    {
      key: 'doubts',
      title: '待核',
      figure: true,
      render: ({ doubts }) => <span className="x-num">{doubts}</span>,
    },
    // Whoever leads an activity in an office's name (0208) leaves checking in to the office.
    ...(mine && role > 2
      ? [
          {
            key: 'lead',
            title: '操作',
            render: ({ id }: SittingLine) => (
              <ButtonLink to={`${sittingsPath(role)}?id=${id}`}>签到</ButtonLink>
            ),
          },
        ]
      : []),
  ]
  return (
    <Panel title="场次与名额" extra={mine && <CopyButton id={view.id} />}>
      <div className="teaching-stack">
        <p>
          名额 <b className="x-num">{places.quota}</b>，已占 <b className="x-num">{places.used}</b>
          {places.invited > 0 && (
            <>
              （其中 <b className="x-num">{places.invited}</b> 人待答复邀请）
            </>
          )}
          ，候补 <b className="x-num">{places.waiting}</b>
          {places.schoolCap !== null && <>，每校至多 {places.schoolCap} 人</>}
        </p>
        <LineTable
          label="场次"
          lines={board.sittings}
          columns={columns}
          keyOf={({ id }) => id}
          stale={false}
          testId="sitting"
        />
        <p className="x-soft">一场在过半以前签到才算，整场不分段计算。</p>
      </div>
    </Panel>
  )
}

function Archive({ archive }: { archive: NonNullable<ActivityBoard['archive']> }) {
  const { activityRecords, lessonRecords, absent, hours, lacks } = archive
  return (
    <Panel title="归档会写入什么">
      <div className="teaching-stack" data-testid="archive">
        <p>
          课程教学 <b className="x-num">{lessonRecords}</b> 条，教研活动{' '}
          <b className="x-num">{activityRecords}</b> 条，学时合计 <b className="x-num">{hours}</b>；没有到场的{' '}
          <b className="x-num">{absent}</b> 人不写入。
        </p>
        {lacks.length === 0 ? (
          <p className="x-soft">可以归档。30 天内可以撤销，档案和学时一起撤回。</p>
        ) : (
          <ul aria-label="还缺什么">
            {lacks.map((lack) => (
              <li key={lack}>{lack}</li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  )
}

const definition: AnyProcess = activityPlace

function People({
  board: { people, more, sittings },
  activityId,
}: {
  board: ActivityBoard
  activityId: string
}) {
  const role = useSession()?.role ?? 0
  const page = noticesPath(role, 'researchActivity') ?? '/'
  const columns: LineColumn<ActivityPerson>[] = [
    {
      key: 'name',
      title: '教师',
      wide: true,
      render: ({ id, name }) =>
        role === 2 ? name : <Link to={casePath(role, 'activityPlace', id) ?? '/'}>{name}</Link>,
    },
    { key: 'institution', title: '单位', render: ({ institution }) => institution },
    {
      key: 'task',
      title: '角色',
      render: ({ id, lessonTitle, speechTitle, memberRole }) =>
        lessonTitle !== null ? (
          <Link to={`${page}?id=${activityId}&lesson=${id}`}>授课《{lessonTitle}》</Link>
        ) : (
          (speechTitle ?? (memberRole === null ? '' : labelOf('memberRole', memberRole)))
        ),
    },
    {
      key: 'state',
      title: '状态',
      render: ({ state, walkedIn }) => (walkedIn ? '现场加入' : (definition.states[state]?.label ?? state)),
    },
    {
      key: 'attended',
      title: '计入场次',
      figure: true,
      render: ({ attended }) => (
        <span className="x-num">
          {attended.length} / {sittings.length}
        </span>
      ),
    },
  ]
  return (
    <Panel title="参加的人">
      {people.length === 0 ? (
        <Empty text="暂无报名，可先邀请授课和发言的教师。" />
      ) : (
        <>
          <LineTable
            label="参加的人"
            lines={people}
            columns={columns}
            keyOf={({ id }) => id}
            stale={false}
            testId="activity-person"
          />
          {more > 0 && <p className="x-soft">另有 {more} 人没有列出。</p>}
        </>
      )}
    </Panel>
  )
}
