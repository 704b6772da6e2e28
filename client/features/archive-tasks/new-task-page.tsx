import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { z } from 'zod'
import type { TaskPreview, TaskSubject } from '../../../catalogue/contract/archive-tasks.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { Role } from '../../../catalogue/access/roles.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { personType, sectionsFor } from '../../../catalogue/query/fields.ts'
import { records } from '../../../catalogue/records/registry.gen.ts'
import { useLeaveGuard } from '../../engine/form/leave-guard.ts'
import { useTypedCopy } from '../../engine/form/use-typed-copy.ts'
import { PlaceFilter } from '../../engine/list/place-filter.tsx'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { useAct, type Faults } from '../../platform/api/use-act.ts'
import { useSession } from '../../platform/session/session.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { LineTable } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { sentWords, TaskFields, wordFields } from './task-fields.tsx'
import { useKeptQueries, usePreview, useTaskCalls } from './use-tasks.ts'

const typedTask = z.object({
  type: z.string(),
  query: z.string(),
  place: z.number().nullable(),
  title: z.string(),
  note: z.string(),
  dueOn: z.string(),
})
type TypedTask = z.infer<typeof typedTask>

const definitions: Readonly<Record<string, AnyRecord>> = records
const archives: Readonly<Record<string, string>> = {
  personal: '个人档案',
  professional: '专业档案',
  integrity: '诚信档案',
}

/** Types that the reader may ask about; everybody has the basic information. */
const typeOptions = (role: Role) =>
  sectionsFor(definitions, { role, institutionId: 0 }).flatMap(({ type, title }) => {
    const archive = archives[definitions[type]?.archive ?? '']
    return type === personType || archive === undefined ? [] : [{ code: type, label: `${archive}：${title}` }]
  })

const subjectOf = ({ type, query, place }: TypedTask): TaskSubject | null =>
  type === '' && query === ''
    ? null
    : {
        ...(query === '' ? { type } : { queryId: Number(query) }),
        ...(place !== null && { place }),
      }

/** 下达任务: who has to complete something, what it is called, until when. A copy stays on this computer meanwhile. */
export function NewTaskPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const copy = useTypedCopy({
    key: 'archive-task/new',
    schema: typedTask,
    start: (): TypedTask => ({
      type: '',
      query: search.get('query') ?? '',
      place: null,
      title: '',
      note: '',
      dueOn: '',
    }),
    version: 0,
  })
  const { typed, change } = copy
  const { busy, faults, run } = useAct([...wordFields, 'subject', 'subject.type', 'subject.queryId'])
  const { begin } = useTaskCalls()
  const pass = useLeaveGuard(copy.isDue)
  const navigate = useNavigate()
  const subject = subjectOf(typed)
  const submit = () =>
    run(async () => {
      const { id } = await begin({ subject: subject ?? {}, ...sentWords(typed) })
      copy.settle(typed)
      pass()
      notify.success('已下达，并通知本人和所在学校')
      await navigate(`${entry.path}?task=${id}`)
    })
  return (
    <PageFrame
      title="下达任务"
      crumbs={[{ label: entry.title, to: entry.path }, { label: '下达任务' }]}
      note="人员在下达时确定，此后新来的教师不在内"
    >
      <form
        className="tasks-parts"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <SubjectPart typed={typed} faults={faults} change={change} />
        {subject && <PreviewPart subject={subject} />}
        <Panel title="任务">
          <div className="tasks-form">
            <TaskFields words={typed} faults={faults} onChange={change} />
            {faults['form'] !== undefined && <ErrorBox title="下达失败" detail={faults['form']} />}
            <p className="tasks-acts">
              <Button type="submit" look="primary" busy={busy}>
                下达任务
              </Button>
              <ButtonLink to={entry.path}>取消</ButtonLink>
            </p>
          </div>
        </Panel>
      </form>
    </PageFrame>
  )
}

function SubjectPart({
  typed,
  faults,
  change,
}: {
  typed: TypedTask
  faults: Faults
  change: (part: Partial<TypedTask>) => void
}) {
  const kept = useKeptQueries()
  const role = useSession()?.role
  const types = useMemo(() => (role === undefined ? [] : typeOptions(role)), [role])
  const queries = (kept.data?.list ?? []).map(({ id, name }) => ({ code: String(id), label: name }))
  return (
    <Panel title="补齐什么" beside={<span className="x-soft x-note">两项选一项</span>}>
      <div className="tasks-form">
        <Choice
          label="缺哪类档案"
          value={typed.type}
          fault={faults['subject'] ?? faults['subject.type']}
          options={types}
          onChange={(type) => change({ type, query: '' })}
        />
        {queries.length > 0 && (
          <Choice
            label="或者按保存的查询"
            value={typed.query}
            fault={faults['subject.queryId']}
            options={queries}
            onChange={(query) => change({ query, type: '' })}
          />
        )}
        <div>
          <PlaceFilter value={typed.place} onChange={(place) => change({ place })} />
        </div>
      </div>
    </Panel>
  )
}

function PreviewPart({ subject }: { subject: TaskSubject }) {
  const { data, error, refetch } = usePreview(subject)
  return (
    <Panel title="涉及人员" flush={data !== undefined && data.places.length > 0}>
      {error && !data && (
        <ErrorBox title="涉及人员统计失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton lines={3} />}
      {data && <PreviewLines preview={data} />}
    </Panel>
  )
}

function PreviewLines({ preview: { people, tooMany, sentence, places } }: { preview: TaskPreview }) {
  return (
    <>
      <output className="x-soft">
        {sentence}：<b>{tooMany ? `超过 ${people} 人，请选下级单位分别下达` : `${people} 人`}</b>
      </output>
      {places.length > 0 && (
        <LineTable
          label="涉及人员所在单位"
          lines={places}
          columns={[
            { key: 'name', title: '单位', wide: true, render: ({ name }) => name },
            { key: 'people', title: '人数', figure: true, render: (one) => one.people },
          ]}
          keyOf={({ name }) => name}
          stale={false}
        />
      )}
    </>
  )
}
