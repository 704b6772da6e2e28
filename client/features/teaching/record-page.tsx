import { Link } from 'react-router'
import type { OwnRecord } from '../../../catalogue/contract/teaching/activities.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { activityPlace } from '../../../catalogue/processes/activity-place.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { casePath } from '../../../catalogue/processes/paths.ts'
import { FilterBar } from '../../engine/list/filter-bar.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { PageTabs } from '../../engine/process/page-tabs.tsx'
import { Loaded } from '../../platform/api/loaded.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useOwnRecord } from './use-teaching.ts'
import { minuteText } from './words.ts'
import './teaching.css'

const definition: AnyProcess = activityPlace
type Line = OwnRecord['list'][number]
type LessonLine = OwnRecord['lessons'][number]
type CourseLine = OwnRecord['courses'][number]

/** 教研档案: what a teacher took part in, taught and observed in a school year. */
export function RecordPage({ entry }: { entry: PageEntry }) {
  const asked = useAsked(['year'] as const)
  const answer = useOwnRecord(asked.of('year'))
  const years = answer.data?.years ?? []
  return (
    <PageFrame title={entry.title} note="签到并归档的教研活动写入个人档案，学时计入学时账">
      <PageTabs entry={entry} current="record" first="researchActivity" />
      <FilterBar
        filters={[
          {
            kind: 'choice',
            key: 'year',
            label: '学年',
            hint: '本学年',
            options: years.map((year) => ({ value: String(year), label: `${year}–${year + 1}` })),
          },
        ]}
        asked={asked}
        onAsk={(key, value) => asked.put({ [key]: value })}
      />
      <Loaded answer={answer} failed="教研档案打开失败" lines={8}>
        {(record) => (
          <div className="teaching-stack">
            <dl className="teaching-sums" data-testid="teaching-sums">
              <Sum label="参加活动" value={record.sums.activities} unit="次" />
              <Sum label="授课" value={record.sums.taught} unit="节" />
              <Sum label="听课" value={record.sums.observed} unit="节" />
              <Sum label="学完课程" value={record.sums.courses} unit="门" />
              <Sum label="学时" value={record.sums.hours} unit="" />
            </dl>
            <Activities list={record.list} entry={entry} />
            {record.lessons.length > 0 && <Lessons list={record.lessons} entry={entry} />}
            {record.courses.length > 0 && <Courses list={record.courses} />}
          </div>
        )}
      </Loaded>
    </PageFrame>
  )
}

function Sum({ label, value, unit }: { label: string; value: number; unit: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <b className="x-num">{value}</b> {unit}
      </dd>
    </div>
  )
}

const columns: LineColumn<Line>[] = [
  {
    key: 'title',
    title: '活动',
    wide: true,
    render: ({ id, title }) => <Link to={casePath(2, 'activityPlace', id) ?? '/'}>{title}</Link>,
  },
  { key: 'kind', title: '教研形式', render: ({ kind }) => labelOf('activityKind', kind) },
  { key: 'host', title: '主办单位', render: ({ host }) => host },
  { key: 'start', title: '时间', render: ({ startTime }) => minuteText(startTime) },
  {
    key: 'task',
    title: '本人角色',
    render: ({ lessonTitle, memberRole }) =>
      lessonTitle === null
        ? memberRole === null
          ? ''
          : labelOf('memberRole', memberRole)
        : `授课《${lessonTitle}》`,
  },
  { key: 'state', title: '状态', render: ({ state }) => definition.states[state]?.label ?? state },
  {
    key: 'hours',
    title: '学时',
    figure: true,
    render: ({ hours }) => <span className="x-num">{hours ?? ''}</span>,
  },
]

function Activities({ list, entry }: { list: readonly Line[]; entry: PageEntry }) {
  return (
    <Panel title="教研活动">
      {list.length === 0 ? (
        <Empty
          text="本学年暂无教研活动。"
          action={<ButtonLink to={entry.path}>看正在报名的活动</ButtonLink>}
        />
      ) : (
        <LineTable
          label="教研活动"
          lines={list}
          columns={columns}
          keyOf={({ id }) => id}
          stale={false}
          testId="own-activity"
        />
      )}
    </Panel>
  )
}

function Lessons({ list, entry }: { list: readonly LessonLine[]; entry: PageEntry }) {
  return (
    <Panel title="听课评课">
      <LineTable
        label="听课评课"
        lines={list}
        columns={[
          {
            key: 'title',
            title: '课题',
            wide: true,
            render: ({ id, title }) => <Link to={`${entry.path}?lesson=${id}`}>{title}</Link>,
          },
          { key: 'lecturer', title: '授课教师', render: ({ lecturer, own }) => (own ? '本人' : lecturer) },
          { key: 'day', title: '日期', render: ({ day }) => day },
          {
            key: 'sheet',
            title: '听课表',
            render: ({ own, handedIn }) => (own ? '看大家的话' : handedIn ? '已提交' : '待提交'),
          },
        ]}
        keyOf={({ id }) => id}
        stale={false}
        testId="own-lesson"
      />
    </Panel>
  )
}

function Courses({ list }: { list: readonly CourseLine[] }) {
  return (
    <Panel title="教研课程">
      <LineTable
        label="教研课程"
        lines={list}
        columns={[
          {
            key: 'title',
            title: '课程',
            wide: true,
            render: ({ id, title }) => <Link to={`/teacher/jykc?course=${id}`}>{title}</Link>,
          },
          { key: 'lecturer', title: '主讲人', render: ({ lecturer }) => lecturer },
          {
            key: 'lessons',
            title: '完成课时',
            figure: true,
            render: ({ lessons, complete }) => (
              <span className="x-num">
                {complete}/{lessons}
              </span>
            ),
          },
          { key: 'day', title: '最近学习', render: ({ day }) => day },
          {
            key: 'hours',
            title: '学时',
            figure: true,
            render: ({ hours }) => <span className="x-num">{hours > 0 ? hours : ''}</span>,
          },
        ]}
        keyOf={({ id }) => String(id)}
        stale={false}
        testId="own-course"
      />
    </Panel>
  )
}
