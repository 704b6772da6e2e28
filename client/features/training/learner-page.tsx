import { Link } from 'react-router'
import type { LearnerView } from '../../../catalogue/contract/training/enrolments.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { casePath } from '../../../catalogue/processes/paths.ts'
import { trainingEnrolment } from '../../../catalogue/processes/training-enrolment.ts'
import { FilterBar } from '../../engine/list/filter-bar.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { useLearner, useLearnersFound } from './use-enrolments.ts'

type Line = LearnerView['list'][number]
const definition: AnyProcess = trainingEnrolment
const keys = ['q', 'teacher'] as const

/** 学员详情: one learner, found by name, with every enrolment. */
export function LearnerDetailPage({ entry }: { entry: PageEntry }) {
  const asked = useAsked(keys)
  const [q, teacher] = [asked.of('q'), asked.of('teacher')]
  return (
    <PageFrame title={entry.title} note="按姓名找一位学员，看全部报名、席位、成绩和学时">
      <FilterBar
        search={{ key: 'q', label: '学员姓名', hint: '姓名或拼音' }}
        filters={[]}
        asked={asked}
        onAsk={(key, value) => asked.put({ [key]: value, teacher: '' })}
      />
      {teacher !== '' && <Learner teacher={teacher} />}
      {teacher === '' && q !== '' && <Found q={q} path={entry.path} />}
      {teacher === '' && q === '' && <Empty text="请输入学员的姓名。" />}
    </PageFrame>
  )
}

function Found({ q, path }: { q: string; path: string }) {
  const answer = useLearnersFound(q)
  return (
    <Loaded answer={answer} failed="学员打开失败" lines={4}>
      {({ list }) =>
        list.length === 0 ? (
          <Empty text="没有找到报过名的该学员。" />
        ) : (
          <LineTable
            label="找到的学员"
            lines={list}
            columns={[
              {
                key: 'name',
                title: '学员',
                wide: true,
                render: ({ teacherId, name }) => (
                  <Link to={`${path}?q=${encodeURIComponent(q)}&teacher=${teacherId}`}>{name}</Link>
                ),
              },
              { key: 'school', title: '学校', render: ({ school }) => school },
              {
                key: 'entries',
                title: '报名',
                figure: true,
                render: ({ entries }) => <span className="x-num">{entries}</span>,
              },
            ]}
            keyOf={({ teacherId }) => String(teacherId)}
            stale={false}
            testId="learner-found"
          />
        )
      }
    </Loaded>
  )
}

function Learner({ teacher }: { teacher: string }) {
  const role = useSession()?.role ?? 0
  const answer = useLearner(teacher)
  return (
    <Loaded answer={answer} failed="没有找到这位学员" lines={6}>
      {({ name, school, list }) => (
        <>
          <h2>
            {name}　<span className="x-soft">{school}</span>
          </h2>
          <LineTable
            label={`${name}的报名`}
            lines={list}
            columns={columnsOf(role)}
            keyOf={({ id }) => id}
            stale={false}
            testId="learner-entry"
          />
        </>
      )}
    </Loaded>
  )
}

const columnsOf = (role: number): LineColumn<Line>[] => [
  {
    key: 'project',
    title: '项目',
    wide: true,
    render: ({ id, project }) => <Link to={casePath(role, 'trainingEnrolment', id) ?? '/'}>{project}</Link>,
  },
  { key: 'host', title: '主办单位', render: ({ host }) => host },
  {
    key: 'days',
    title: '日期',
    render: ({ startDate, endDate }) => (
      <span className="x-num">{startDate === null ? '' : `${startDate} 至 ${endDate ?? ''}`}</span>
    ),
  },
  { key: 'state', title: '状态', render: ({ state }) => definition.states[state]?.label ?? state },
  {
    key: 'seatNo',
    title: '席位',
    figure: true,
    render: ({ seatNo }) => <span className="x-num">{seatNo ?? ''}</span>,
  },
  {
    key: 'score',
    title: '成绩',
    figure: true,
    render: ({ score }) => <span className="x-num">{score ?? ''}</span>,
  },
  {
    key: 'hours',
    title: '学时',
    figure: true,
    render: ({ hours }) => <span className="x-num">{hours?.toFixed(1) ?? ''}</span>,
  },
]
