import { Link } from 'react-router'
import type {
  InstitutionFigures,
  Quota,
} from '../../../../catalogue/contract/administration/institution-figures.ts'
import { labelOf } from '../../../../catalogue/dictionaries/dictionaries.ts'
import { pupilsPerStaff, schoolYearText } from '../../../../catalogue/institutions/norms.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { thousands } from '../../../platform/format.ts'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { LineTable, type LineColumn } from '../../../ui/layout/line-table.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { useFigures } from '../use-institutions.ts'
import { QuotaBySubject } from './quota-by-subject.tsx'
import { useKeptAt } from './use-kept-at.ts'

/** Pupils, classes, staff, quota and posts of an institution in this school year. */
export function YearFigures({ id }: { id: number }) {
  const { data, error, refetch } = useFigures(id)
  if (error && !data)
    return <ErrorBox title="本学年的数据打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={6} />
  return (
    <>
      <Pupils id={id} figures={data} />
      <Staffing id={id} quota={data.quota} />
      {data.posts.length > 0 && <Posts id={id} posts={data.posts} />}
    </>
  )
}

const total = (stages: InstitutionFigures['stages']) => ({
  students: stages.reduce((sum, { students }) => sum + students, 0),
  classes: stages.reduce((sum, { classes }) => sum + classes, 0),
})

function Figure({ label, value, note }: { label: string; value: string; note?: string | undefined }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="x-num">{value}</dd>
      {note !== undefined && <dd className="institutions-figure-note">{note}</dd>}
    </div>
  )
}

const beforeNote = (before: number | undefined) =>
  before === undefined ? undefined : `上学年 ${thousands(before)}`

const norms = Object.entries(pupilsPerStaff)
  .toReversed()
  .map(([stage, pupils]) => `${labelOf('schoolStage', stage)} 1:${pupils}`)
  .join('、')

function Pupils({ id, figures }: { id: number; figures: InstitutionFigures }) {
  const { schoolYear, stages, before, staff, due } = figures
  const { students, classes } = total(stages)
  const known = stages.length > 0
  const ratio = staff > 0 && students > 0 ? `1:${Math.round((students / staff) * 10) / 10}` : '—'
  return (
    <Panel
      title={`学生与教职工（${schoolYearText(schoolYear)}）`}
      extra={<Kept id={id} type="studentNumbers" />}
    >
      {!known && <p className="x-soft">本学年的学生与班级尚未登记。</p>}
      <dl className="institutions-figures">
        {known && (
          <>
            <Figure label="在校学生" value={thousands(students)} note={beforeNote(before?.students)} />
            <Figure label="班级" value={thousands(classes)} note={beforeNote(before?.classes)} />
          </>
        )}
        <Figure label="教职工（人事关系）" value={thousands(staff)} />
        {known && (
          <>
            <Figure label="教职工与学生之比" value={ratio} />
            <Figure
              label="按标准应有教职工"
              value={due === null ? '—' : thousands(due)}
              note={due === null ? '有的学段没有标准' : undefined}
            />
          </>
        )}
      </dl>
      {stages.length > 1 && (
        <LineTable
          label="各学段的学生与班级"
          lines={stages}
          columns={stageColumns}
          keyOf={({ stage }) => stage}
          stale={false}
        />
      )}
      <p className="x-faint x-dense">
        口径：教职工按今天的人事关系计，含编外，借出的算在本单位；学生按学年登记数；标准为{norms}
        ，其他学段没有。
      </p>
    </Panel>
  )
}

const stageColumns: readonly LineColumn<InstitutionFigures['stages'][number]>[] = [
  { key: 'stage', title: '学段', wide: true, render: ({ stage }) => labelOf('schoolStage', stage) },
  { key: 'students', title: '学生', figure: true, render: ({ students }) => thousands(students) },
  { key: 'classes', title: '班级', figure: true, render: ({ classes }) => thousands(classes) },
  {
    key: 'mean',
    title: '平均每班',
    figure: true,
    render: ({ students, classes }) => (classes === 0 ? '—' : Math.round(students / classes)),
  },
]

function Staffing({ id, quota }: { id: number; quota: Quota }) {
  const { year, granted, used, free, unknown, bySubject } = quota
  return (
    <Panel title="编制" extra={<Kept id={id} type="staffQuota" />}>
      <dl className="institutions-figures">
        <Figure
          label="核定编制"
          value={granted === null ? '尚无' : thousands(granted)}
          note={year === null ? undefined : schoolYearText(year)}
        />
        <Figure label="在编人数" value={thousands(used)} />
        {free !== null && <Figure label={free < 0 ? '超编' : '空编'} value={thousands(Math.abs(free))} />}
      </dl>
      {bySubject.length > 0 && <QuotaBySubject lines={bySubject} />}
      <p className="x-faint x-dense">
        口径：在编按今天人事关系在本单位、基本信息“是否在编”为是的人计；没有任教学科的计入“其他”。
        {unknown > 0 && `另有 ${thousands(unknown)} 人尚未填写是否在编，没有计入。`}
      </p>
    </Panel>
  )
}

function Posts({ id, posts }: { id: number; posts: InstitutionFigures['posts'] }) {
  return (
    <Panel title="核准岗位" extra={<Kept id={id} type="approvedPost" />}>
      <dl className="institutions-figures">
        {posts.map(({ category, posts: count }) => (
          <Figure key={category} label={labelOf('positionCategory', category)} value={thousands(count)} />
        ))}
      </dl>
    </Panel>
  )
}

/** The way to the rows of one kind, by year. */
function Kept({ id, type }: { id: number; type: 'studentNumbers' | 'staffQuota' | 'approvedPost' }) {
  const kept = useKeptAt(id, type)
  return kept && <Link to={kept}>历年{words[type]}</Link>
}
const words = { studentNumbers: '学生与班级', staffQuota: '编制', approvedPost: '岗位' } as const
