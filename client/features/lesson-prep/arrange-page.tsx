import { useState } from 'react'
import { useNavigate } from 'react-router'
import { prepDraft, type Prep } from '../../../catalogue/contract/preps.ts'
import { curriculum } from '../../../catalogue/define.ts'
import { selectable, type DictName } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { FieldRow } from '../../engine/form/field-row.tsx'
import { useLeaveGuard } from '../../engine/form/leave-guard.ts'
import { newUuid } from '../../engine/uuid.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct, type Faults } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { textFields } from '../../ui/forms/text-fields.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { ChooseMembers } from './choose-members.tsx'
import { sendPrep, useColleagues, usePrepActs } from './use-preps.ts'
import { thisDay } from './words.ts'

const fields = Object.keys(prepDraft.shape)
const chapters = curriculum('教材章节', {
  index: 'chapter',
  multiple: true,
  help: '先选学段和学科；可以不选',
})
const leftText = '离开后这里填写的不会保存。'

/** Topic, week and people of a new prep, or of one that its main author arranges anew. */
export function ArrangePage({ entry, prep }: { entry: PageEntry; prep?: Prep }) {
  const people = useColleagues()
  const title = prep ? '修改备课安排' : '新增备课'
  return (
    <PageFrame title={title} crumbs={[{ label: entry.title, to: entry.path }, { label: title }]}>
      <Loaded answer={people} failed="本校教师打开失败" lines={8}>
        {({ list }) => <Arrangement entry={entry} prep={prep} people={list} />}
      </Loaded>
    </PageFrame>
  )
}

interface TopicTexts {
  readonly title: string
  readonly week: string
  readonly schoolStage: string
  readonly subject: string
  readonly grade: string
}

function typedOf(prep: Prep | undefined): TopicTexts {
  if (!prep) return { title: '', week: thisDay(), schoolStage: '', subject: '', grade: '' }
  const { title, week, schoolStage, subject, grade } = prep
  return { title, week, schoolStage, subject, grade: grade ?? '' }
}

function Arrangement({
  entry,
  prep,
  people,
}: {
  entry: PageEntry
  prep: Prep | undefined
  people: readonly { readonly id: number; readonly name: string }[]
}) {
  const navigate = useNavigate()
  const { arrange } = usePrepActs(prep?.id ?? '')
  const [typed, setTyped] = useState(() => typedOf(prep))
  const [nodes, setNodes] = useState<readonly number[]>(prep?.nodes ?? [])
  const [members, setMembers] = useState<ReadonlySet<number>>(new Set(prep?.members.map(({ id }) => id)))
  const [leader, setLeader] = useState(prep && prep.leader.id !== prep.main.id ? prep.leader.id : 0)
  const [once] = useState(newUuid)
  const [touched, setTouched] = useState(false)
  const { busy, faults, run } = useAct(fields)
  const pass = useLeaveGuard(touched, leftText)
  const put = (key: keyof TopicTexts, value: string) => {
    setTouched(true)
    setTyped({ ...typed, [key]: value })
  }
  const body = {
    ...typed,
    grade: typed.grade === '' ? null : typed.grade,
    nodes,
    leader: leader === 0 ? null : leader,
    members: [...members],
  }
  const send = () =>
    run(async () => {
      const { id } = prep
        ? await arrange.mutateAsync({ ...body, version: prep.version })
        : await sendPrep(body, once)
      pass()
      notify.success(prep ? '安排已改' : '已新增，请写初备')
      await navigate(`${entry.path}?id=${id}`)
    })
  return (
    <form
      className="prep-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {faults['form'] !== undefined && (
        <ErrorBox title="没有保存" detail={faults['form']} kept="填写的内容都还在" />
      )}
      <Topic
        typed={typed}
        nodes={nodes}
        faults={faults}
        onPut={put}
        onNodes={(next) => {
          setTouched(true)
          setNodes(next)
        }}
      />
      <ChooseMembers
        people={people}
        chosen={members}
        leader={leader}
        fault={faults['members'] ?? faults['leader']}
        onChosen={(next) => {
          setTouched(true)
          setMembers(next)
        }}
        onLeader={(next) => {
          setTouched(true)
          setLeader(next)
        }}
      />
      <div className="prep-buttons">
        <ButtonLink to={prep ? `${entry.path}?id=${prep.id}` : entry.path}>取消</ButtonLink>
        <Button type="submit" look="primary" busy={busy}>
          保存
        </Button>
      </div>
    </form>
  )
}

/** What is prepared, and for which week. */
function Topic({
  typed,
  nodes,
  faults,
  onPut,
  onNodes,
}: {
  typed: TopicTexts
  nodes: readonly number[]
  faults: Faults
  onPut: (key: keyof TopicTexts, value: string) => void
  onNodes: (nodes: readonly number[]) => void
}) {
  const text = textFields<keyof TopicTexts>({ ...typed }, onPut, faults)
  const choice = (key: 'schoolStage' | 'subject' | 'grade', label: string, dict: DictName, none: string) => (
    <label className="x-labelled">
      {label}
      <select
        value={typed[key]}
        aria-invalid={faults[key] !== undefined}
        onChange={({ target }) => onPut(key, target.value)}
      >
        <option value="">{none}</option>
        {selectable(dict).map(({ code, label: name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      {faults[key] !== undefined && <span className="x-labelled-fault">{faults[key]}</span>}
    </label>
  )
  return (
    <Panel title="课题">
      <div className="prep-fields">
        {text('title', '课题', { maxLength: 60 })}
        {text('week', '上课的那一周（选其中任一天）', { type: 'date' })}
        {choice('schoolStage', '学段', 'schoolStage', '请选择')}
        {choice('subject', '学科', 'subject', '请选择')}
        {choice('grade', '年级', 'grade', '不限')}
      </div>
      <FieldRow
        name="nodes"
        field={chapters}
        value={nodes.length === 0 ? null : nodes}
        row={{ schoolStage: typed.schoolStage, subject: typed.subject }}
        required={false}
        fault={faults['nodes']}
        onSet={(_, value) => onNodes(Array.isArray(value) ? value.map(Number) : [])}
        onLeave={() => undefined}
      />
    </Panel>
  )
}
